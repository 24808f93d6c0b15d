/// What a result in JSON says besides the hands.
public struct ReportContents: OptionSet, Sendable, Hashable, Codable {
  /// Where each hand was searched for, the palm by which it was found, and its values before smoothing.
  public static let details = ReportContents(rawValue: 1)
  /// What was taken for a hand and is none, and by which rule.
  public static let reasons = ReportContents(rawValue: 2)
  /// Which fingers are bent, where they point, and where the palm faces.
  public static let shape = ReportContents(rawValue: 4)

  /// One bit for each part.
  public let rawValue: Int

  /// Contents from their bits; unknown bits are ignored.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
