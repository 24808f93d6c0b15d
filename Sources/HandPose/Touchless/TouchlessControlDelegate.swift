/// Is told about touchless gestures by a ``TouchlessControl``.
public protocol TouchlessControlDelegate: AnyObject {
  /// A gesture has begun, or has ended if `gesture` is a rest; on the thread that gave the control its frame.
  func touchlessControl(
    _ control: TouchlessControl, didChange gesture: TouchlessGesture, from previous: TouchlessGesture)
}
