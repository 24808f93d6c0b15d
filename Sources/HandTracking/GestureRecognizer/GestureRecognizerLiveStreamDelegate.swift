import Foundation

/// Gets the answers of a ``GestureRecognizer`` in live-stream mode.
///
/// A method is called on a serial queue of the task, never on the main queue, once for each frame that was not replaced
/// by a newer one, in the order of the frames. A slow delegate delays later calls but no frame, until 32 answers wait
/// for it: then newer frames replace each other. After the task is released no call comes. Implement either of the two
/// methods: MediaPipe's framework has the first, its guide the second.
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

  /// The same under the name of MediaPipe's guide; called where a delegate leaves the other method out.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)

  /// A frame was dropped: a newer one took its place before it was processed. (Mudra's addition.)
  ///
  /// If 1,024 of these calls wait for a slow delegate, further drops are counted alone (`droppedFrameCount`).
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didDropFrameAtTimestampInMilliseconds timestampInMilliseconds: Int)
}

extension GestureRecognizerLiveStreamDelegate {
  /// Passes the answer on to the method of the guide's name.
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
