import Foundation

/// Gets the answers of a ``HandLandmarker`` in live-stream mode.
///
/// The method is called on a serial queue of the task, never on the main queue, once for each frame that was not
/// replaced by a newer one, in the order of the frames. A slow delegate delays later calls but no frame, until 32
/// answers wait for it: then newer frames replace each other. After the task is released no call comes. Implementing
/// the method is optional, as in MediaPipe.
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

  /// A frame was dropped: a newer one took its place before it was processed. (Mudra's addition.)
  ///
  /// If 1,024 of these calls wait for a slow delegate, further drops are counted alone (`droppedFrameCount`).
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
