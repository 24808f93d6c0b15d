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
