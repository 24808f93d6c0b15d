/// Recognizes touchless gestures in consecutive observations: a value that keeps its state.
///
/// The thumb's tip relative to the wrist decides between thumbs-up and thumbs-down, and it must stick out of a fist. A
/// change counts when ``TouchlessSettings/frameCount`` frames in a row show it, and a gesture always ends in a rest
/// before another one begins.
public struct TouchlessRecognizer: Sendable, Hashable {
  /// The current gesture.
  public private(set) var gesture = TouchlessGesture.rest
  private let settings: TouchlessSettings
  /// What the last frames showed instead, and their number.
  private var next = TouchlessGesture.rest
  private var evidence = 0

  /// A recognizer at rest.
  ///
  /// - Throws: `HandPoseError.invalidSetting`.
  public init(settings: TouchlessSettings = TouchlessSettings()) throws(HandPoseError) {
    try settings.check()
    self.settings = settings
  }

  /// Processes the hand of the next frame; nil for a frame without one.
  ///
  /// - Returns: the new gesture if it changed with this frame, otherwise nil.
  public mutating func update(with observation: HandPoseObservation?) -> TouchlessGesture? {
    let shown = shown(by: observation)
    // There is always a rest between two gestures.
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
