import Foundation
import HandTracking
import Mudra
import MudraPlatform
import TensorRuntime

/// A recognizer in live-stream mode that is fed with the clip, and the delegate that keeps track of every frame.
final class LiveStreamSoak: NSObject, GestureRecognizerLiveStreamDelegate, Sendable {
  /// What has been reported about the frames.
  struct Account {
    /// Latencies since the last report, from the call that takes the frame to the delegate.
    var latencies = LatencyHistogram()
    /// Frames that were accepted, with their times, and have not been reported since.
    fileprivate(set) var open: [Int: UInt64] = [:]
    fileprivate(set) var answeredCount = 0
    fileprivate(set) var droppedCount = 0
    /// Errors, and calls for a frame that was never accepted, was reported before, or is not later than the last one.
    fileprivate(set) var faultCount = 0
    private var lastAnswered = -1
    private var lastDropped = -1

    fileprivate mutating func answer(_ time: Int, isError: Bool) {
      guard let taken = open.removeValue(forKey: time), !isError, time > lastAnswered else { return faultCount += 1 }
      lastAnswered = time
      answeredCount += 1
      latencies.add(milliseconds: Double(MonotonicClock.nanoseconds() - taken) / 1e6)
    }

    fileprivate mutating func drop(_ time: Int) {
      guard open.removeValue(forKey: time) != nil, time > lastDropped else { return faultCount += 1 }
      lastDropped = time
      droppedCount += 1
    }
  }

  /// What has been reported so far.
  let account = Guarded(Account())
  private let task = Guarded<GestureRecognizer?>(nil)

  /// A recognizer of two hands that shares a model.
  init(_ model: HandModel) throws {
    super.init()
    let options = GestureRecognizerOptions()
    options.runningMode = .liveStream
    options.numHands = 2
    options.gestureRecognizerLiveStreamDelegate = self
    let recognizer = try GestureRecognizer(model: model, options: options)
    task.withLock { $0 = recognizer }
  }

  /// Passes it a frame without waiting for the result.
  func submit(_ clip: SoakClip, _ index: Int) throws {
    let image = clip.frame(index)
    let time = SoakClip.time(index)
    account.withLock { $0.open[time] = MonotonicClock.nanoseconds() }
    try task.withLock { $0 }?.recognizeAsync(image: image, timestampInMilliseconds: time)
  }

  /// Waits until every frame has been reported, at most ten seconds, and closes the recognizer.
  ///
  /// - Returns: the recognizer's own count of dropped frames.
  func finish() -> Int {
    for _ in 0..<1000 where !account.withLock({ $0.open.isEmpty }) { Thread.sleep(forTimeInterval: 0.01) }
    let recognizer = task.withLock { $0.take() }
    recognizer?.close()
    return recognizer?.droppedFrameCount ?? 0
  }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    account.withLock { $0.answer(timestampInMilliseconds, isError: result == nil || error != nil) }
  }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int
  ) {
    account.withLock { $0.drop(timestampInMilliseconds) }
  }
}
