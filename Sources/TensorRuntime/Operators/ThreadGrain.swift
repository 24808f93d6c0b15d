/// The least work worth a share: a few microseconds, since claiming a share and waiting for the last one take some
/// tenths of a microsecond.
enum ThreadGrain {
  /// Elements that are combined, compared, converted or selected.
  static let elements = 1 << 14
  /// Elements that each take a function of many operations, such as an exponential, or integer arithmetic that rounds.
  static let costlyElements = 1 << 12
  /// Multiply-adds of convolutions and matrix products.
  static let multiplyAdds = 1 << 17
  /// Elements of rows that are normalized.
  static let normalizedElements = 1 << 11
  /// Rows of a softmax, whatever their length.
  static let softmaxRows = 1 << 8
  /// Bytes that are copied.
  static let bytes = 1 << 18

  /// The number of rows of `length` elements that have `elements` elements in total, at least one.
  static func rows(of length: Int, elements: Int = elements) -> Int {
    max(elements / max(length, 1), 1)
  }
}
