/// Tells touchless gestures from observations that come one after the other: a value that remembers what it saw.
///
/// The thumb's tip against the wrist decides between thumbs-up and thumbs-down, and it must stand out of a fist. A
/// change counts when ``TouchlessSettings/frameCount`` frames in a row show it, and a gesture always ends in a rest
/// before another begins.
public struct TouchlessRecognizer: Sendable, Hashable {
  /// The gesture that counts now.
  public private(set) var gesture = TouchlessGesture.rest
  private let settings: TouchlessSettings
  /// What the last frames showed instead, and how many of them.
  private var next = TouchlessGesture.rest
  private var evidence = 0

  /// A recognizer at rest.
  ///
  /// - Throws: `HandPoseError.invalidSetting`.
  public init(settings: TouchlessSettings = TouchlessSettings()) throws(HandPoseError) {
    try settings.check()
    self.settings = settings
  }

  /// Takes the hand of the next frame, nil for a frame without one.
  ///
  /// - Returns: the new gesture if it changed with this frame, else nil.
  public mutating func update(with observation: HandPoseObservation?) -> TouchlessGesture? {
    let shown = shown(by: observation)
    // From one gesture to another the way leads through a rest.
    let target = gesture == .rest ? shown : .rest
    guard shown != gesture else {
      evidence = 0
      return nil
    }
    evidence = target == next ? evidence + 1 : 1
    next = target
    guard evidence >= settings.frameCount else { return nil }
    evidence = 0
    gesture = target
    return target
  }

  private func shown(by observation: HandPoseObservation?) -> TouchlessGesture {
    guard let observation, observation.confidence >= settings.minimumConfidence,
      let pose = TouchlessPose(observation)
    else { return .rest }
    return pose.gesture(after: gesture, settings)
  }
}
