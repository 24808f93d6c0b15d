/// Tells a delegate about touchless gestures. Used by one caller at a time, such as the queue of a camera's frames.
public final class TouchlessControl {
  /// Who is told about changes; not kept alive.
  public weak var delegate: (any TouchlessControlDelegate)?
  private var recognizer: TouchlessRecognizer

  /// A control at rest.
  ///
  /// - Throws: `HandPoseError.invalidSetting`.
  public init(settings: TouchlessSettings = TouchlessSettings()) throws(HandPoseError) {
    recognizer = try TouchlessRecognizer(settings: settings)
  }

  /// The gesture that counts now.
  public var gesture: TouchlessGesture { recognizer.gesture }

  /// Takes the hands of the next frame, of which the first counts, and tells the delegate if the gesture changed.
  public func process(_ observations: [HandPoseObservation]?) {
    let previous = gesture
    if let gesture = recognizer.update(with: observations?.first) {
      delegate?.touchlessControl(self, didChange: gesture, from: previous)
    }
  }
}

/// Is told about touchless gestures by a ``TouchlessControl``.
public protocol TouchlessControlDelegate: AnyObject {
  /// A gesture has begun, or has ended if `gesture` is a rest; on the thread that gave the control its frame.
  func touchlessControl(
    _ control: TouchlessControl, didChange gesture: TouchlessGesture, from previous: TouchlessGesture)
}

/// What a hand in front of a camera tells a program that is used without touching it.
public enum TouchlessGesture: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing, or no hand. Between two other gestures there is always a rest.
  case rest
  /// A fist with the thumb standing out upwards.
  case thumbsUp
  /// A fist with the thumb standing out downwards.
  case thumbsDown
  /// Thumb and index finger touch at their tips.
  case pinch
}
