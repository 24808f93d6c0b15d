/// Notifies a delegate about touchless gestures. Used by one caller at a time, such as the queue of a camera's frames.
public final class TouchlessControl {
  /// Notified about changes; not retained.
  public weak var delegate: (any TouchlessControlDelegate)?
  private var recognizer: TouchlessRecognizer

  /// A control at rest.
  ///
  /// - Throws: `HandPoseError.invalidSetting`.
  public init(settings: TouchlessSettings = TouchlessSettings()) throws(HandPoseError) {
    recognizer = try TouchlessRecognizer(settings: settings)
  }

  /// The current gesture.
  public var gesture: TouchlessGesture { recognizer.gesture }

  /// Processes the hands of the next frame, of which only the first counts, and notifies the delegate if the gesture
  /// has changed.
  public func process(_ observations: [HandPoseObservation]?) {
    let previous = gesture
    if let gesture = recognizer.update(with: observations?.first) {
      delegate?.touchlessControl(self, didChange: gesture, from: previous)
    }
  }
}

/// Notified about touchless gestures by a ``TouchlessControl``.
public protocol TouchlessControlDelegate: AnyObject {
  /// A gesture has begun, or has ended if `gesture` is `rest`; called on the thread that passed the frame.
  func touchlessControl(
    _ control: TouchlessControl, didChange gesture: TouchlessGesture, from previous: TouchlessGesture)
}

/// What a hand in front of a camera tells a program that is used without touch.
public enum TouchlessGesture: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing, or no hand. Between two other gestures there is always a rest.
  case rest
  /// A fist with the thumb pointing up.
  case thumbsUp
  /// A fist with the thumb pointing down.
  case thumbsDown
  /// Thumb and index finger touch at their tips.
  case pinch
}
