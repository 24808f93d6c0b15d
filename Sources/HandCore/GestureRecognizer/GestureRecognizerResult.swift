import VisionCore

/// The hands found in a picture or a frame and their gestures.
///
/// Take ``hands``. The other lists are MediaPipe's, made from the hands, for ported code.
public struct GestureRecognizerResult: HandResult, TaskResult, Hashable, Codable {
  /// The time of the frame. In image mode, it is 0 for the first picture of a task and increases by 1000 for each
  /// further one.
  public internal(set) var timestampInMilliseconds: Int
  /// Every hand that was found, with its gesture if the classifiers' options admit one: first those tracked from the
  /// previous frame, in their order, then the others, highest palm score first.
  public internal(set) var hands: [DetectedHand]
  /// What found the hands, if it was one of the options' `looksAgain`.
  public internal(set) var secondLook: SecondLook?
  /// What was saved in the frame; nil without a ``TrackingOptions/frameBudget``.
  public internal(set) var economy: FrameEconomy?
  /// What the options' `details` request about the whole frame; nil if they request nothing.
  public internal(set) var details: FrameDetails?
  /// How long the steps took, if requested by ``BaseOptions/reportsTimings``.
  public internal(set) var timings: StageTimings?

  /// A result from its components.
  public init(
    hands: [DetectedHand], timestampInMilliseconds: Int, details: FrameDetails? = nil, timings: StageTimings? = nil
  ) {
    self.timestampInMilliseconds = timestampInMilliseconds
    self.hands = hands
    self.details = details
    self.timings = timings
  }

  /// An initial result without hands.
  public init(timestampInMilliseconds: Int) {
    self.init(hands: [], timestampInMilliseconds: timestampInMilliseconds)
  }
}
