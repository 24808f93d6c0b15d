/// A bone of the hand's skeleton: two landmarks that a line joins.
public struct Connection: Sendable, Hashable, Codable {
  /// The index of the landmark that the line starts at.
  public let start: UInt
  /// The index of the landmark that the line ends at.
  public let end: UInt

  /// A connection from one landmark to another.
  public init(start: UInt, end: UInt) {
    self.start = start
    self.end = end
  }
}
