/// What a result tells besides the hands, in its `details`.
public struct ResultDetails: OptionSet, Sendable, Hashable, Codable {
  /// For each hand, where it was looked for, the palm it was found by, and what it was before smoothing and averaging.
  public static let hands = ResultDetails(rawValue: 1)
  /// The candidates that are not in the result, each with the rule that removed it.
  public static let removed = ResultDetails(rawValue: 2)

  /// One bit for each detail.
  public let rawValue: Int

  /// Details from their bits; unknown bits mean nothing.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
