import Dispatch
import MediaPipeTasksVision

/// Keeps what a live stream delivers, of either task.
final class StreamReceiver<Result>: NSObject, HandLandmarkerLiveStreamDelegate, GestureRecognizerLiveStreamDelegate {
  private(set) var results: [(result: Result?, time: Int, error: Error?)] = []
  private let lock = NSLock()
  private let arrived = DispatchSemaphore(value: 0)

  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    add(result as? Result, timestampInMilliseconds, error)
  }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: Error?
  ) {
    add(result as? Result, timestampInMilliseconds, error)
  }

  /// Waits until a frame is answered, at most a minute; the last of a stream is always answered.
  func waitForFrame(_ time: Int) {
    while !lock.withLock({ results.contains { $0.time == time } }) {
      guard arrived.wait(timeout: .now() + 60) == .success else { return }
    }
  }

  private func add(_ result: Result?, _ time: Int, _ error: Error?) {
    lock.withLock { results.append((result, time, error)) }
    arrived.signal()
  }
}
