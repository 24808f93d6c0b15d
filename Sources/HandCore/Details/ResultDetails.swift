/// What a result reports besides the hands: in the `details` of each hand and of the result.
public struct ResultDetails: OptionSet, Sendable, Hashable, Codable {
  /// For each hand, where it was searched for, the palm by which it was found, and its values before smoothing and
  /// averaging.
  public static let hands = ResultDetails(rawValue: 1)
  /// The candidates that are not in the result, each with the rule that removed it.
  public static let removed = ResultDetails(rawValue: 2)
  /// The embedding of each hand: the vector that its gesture is named by. Only a ``GestureRecognizer`` computes it.
  public static let embeddings = ResultDetails(rawValue: 4)
  /// The shape of each hand in texts and JSON; in Swift, ``DetectedHand/shape`` always has it.
  public static let shapes = ResultDetails(rawValue: 8)
  /// How reliable each landmark of each hand is, in ``DetectedHand/reliability`` and as the `visibility` of landmarks.
  /// The landmark network runs once more for each hand: in a picture, and in one of five frames of a video.
  public static let reliability = ResultDetails(rawValue: 16)
  /// How fast each hand of a video moves, in JSON too. Smoothing and prediction measure it for themselves.
  public static let motion = ResultDetails(rawValue: 32)
  /// The bones of each hand, fitted to its world landmarks: ``DetectedHand/skeleton``. In a video, their lengths are
  /// those of all frames of the hand so far.
  public static let skeleton = ResultDetails(rawValue: 64)

  /// One bit for each detail.
  public let rawValue: Int

  /// Details from their bits; unknown bits are ignored.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
