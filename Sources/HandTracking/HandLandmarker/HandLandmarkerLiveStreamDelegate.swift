#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Receives the results of a ``HandLandmarker`` in live-stream mode.
///
/// The method is called on a serial queue of the task, never on the main queue, once for each frame that was not
/// replaced by a newer one, in the order of the frames. A slow delegate delays later calls but no frames, until 32
/// results wait for it: then newer frames replace each other. There are no calls after the task is released.
/// Implementing the method is optional, as in MediaPipe.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
  /// The hands in a frame.
  ///
  /// - Parameters:
  ///   - handLandmarker: the task.
  ///   - result: the hands; nil if there is an error.
  ///   - timestampInMilliseconds: the frame's time; `Int.min` if there is an error.
  ///   - error: why there is no result, a ``TaskError``; nil if there is one.
  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)

  /// A frame was dropped: a newer one replaced it before it was processed. (Mudra's addition.)
  ///
  /// If 1,024 of these calls wait for a slow delegate, further drops are only counted (`droppedFrameCount`).
  func handLandmarker(
    _ handLandmarker: HandLandmarker, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int)
}

extension HandLandmarkerLiveStreamDelegate {
  /// Does nothing.
  public func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {}

  /// Does nothing.
  public func handLandmarker(
    _ handLandmarker: HandLandmarker, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int
  ) {}
}
