#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Receives the results of a ``GestureRecognizer`` in live-stream mode.
///
/// A method is called on a serial queue of the task, never on the main queue, once for each frame that was not replaced
/// by a newer one, in the order of the frames. A slow delegate delays later calls but no frames, until 32 results wait
/// for it: then newer frames replace each other. There are no calls after the task is released. Implement either of the
/// two methods: MediaPipe's framework has the first, its guide the second.
public protocol GestureRecognizerLiveStreamDelegate: NSObjectProtocol {
  /// The hands in a frame and their gestures.
  ///
  /// - Parameters:
  ///   - gestureRecognizer: the task.
  ///   - result: the hands and gestures; nil if there is an error.
  ///   - timestampInMilliseconds: the frame's time; `Int.min` if there is an error.
  ///   - error: why there is no result, a ``TaskError``; nil if there is one.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)

  /// The same under the name in MediaPipe's guide; called if a delegate does not implement the other method.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)

  /// A frame was dropped: a newer one replaced it before it was processed. (Mudra's addition.)
  ///
  /// If 1,024 of these calls wait for a slow delegate, further drops are only counted (`droppedFrameCount`).
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int)
}

extension GestureRecognizerLiveStreamDelegate {
  /// Forwards the result to the method with the guide's name.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    self.gestureRecognizer(
      gestureRecognizer, didFinishRecognition: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }

  /// Does nothing.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {}

  /// Does nothing.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int
  ) {}
}
