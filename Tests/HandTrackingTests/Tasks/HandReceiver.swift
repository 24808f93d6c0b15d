import Dispatch
import Foundation
import HandTracking

/// A delegate that runs a given action in each call, and records what was reported about frames.
final class HandReceiver: NSObject, HandLandmarkerLiveStreamDelegate, @unchecked Sendable {
  private let action: @Sendable (HandLandmarker) -> Void
  private let dropAction: @Sendable (HandLandmarker) -> Void
  private let times = Guarded<(answered: [Int], dropped: [Int])>(([], []))
  private let called = DispatchSemaphore(value: 0)

  init(
    onDrop dropAction: @escaping @Sendable (HandLandmarker) -> Void = { _ in },
    _ action: @escaping @Sendable (HandLandmarker) -> Void
  ) {
    self.action = action
    self.dropAction = dropAction
  }

  /// The times of the frames that were answered, in the order of the calls.
  var answered: [Int] { times.withLock { $0.answered } }
  /// The times of the frames that were dropped, in the order of the calls.
  var dropped: [Int] { times.withLock { $0.dropped } }

  /// Waits for a number of further results; false if they do not arrive.
  func wait(for count: Int = 1) -> Bool {
    (0..<count).allSatisfy { _ in called.wait(timeout: .now() + 60) == .success }
  }

  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    times.withLock { $0.answered.append(timestampInMilliseconds) }
    action(handLandmarker)
    called.signal()
  }

  func handLandmarker(
    _ handLandmarker: HandLandmarker, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int
  ) {
    times.withLock { $0.dropped.append(timestampInMilliseconds) }
    dropAction(handLandmarker)
  }
}
