/// What an option's number must be.
public enum NumberBound: String, Sendable, Hashable {
  /// Above 0.
  case positive
  /// 0 or above.
  case notNegative

  /// Throws for a number that is not so, or is not finite.
  package func check(_ value: some BinaryFloatingPoint, _ name: String) throws(TaskError) {
    guard value.isFinite, self == .positive ? value > 0 : value >= 0 else {
      throw .invalidNumber(name: name, value: Double(value), expected: self)
    }
  }

  /// Throws for a number that is not so.
  package func check(_ value: Int, _ name: String) throws(TaskError) {
    try check(Double(value), name)
  }
}
