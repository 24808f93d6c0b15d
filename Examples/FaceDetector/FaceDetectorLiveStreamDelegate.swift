import Foundation

/// Receives the results of a ``FaceDetector`` in live-stream mode, one call at a time, on a queue of the task.
public protocol FaceDetectorLiveStreamDelegate: NSObjectProtocol {
  /// The faces in a frame; or an error, and `Int.min` as the time.
  func faceDetector(
    _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?)

  /// A frame was dropped: a newer one replaced it before it was processed.
  func faceDetector(_ faceDetector: FaceDetector, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int)
}

extension FaceDetectorLiveStreamDelegate {
  /// Does nothing.
  public func faceDetector(
    _ faceDetector: FaceDetector, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int
  ) {}
}
