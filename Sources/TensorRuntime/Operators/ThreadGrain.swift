/// The least work that is worth a share of its own: that of a few microseconds, since taking a share and waiting for
/// the last one take some tenths of a microsecond.
enum ThreadGrain {
  /// Elements that are combined, compared, converted or selected.
  static let elements = 1 << 14
  /// Elements that each take a function of many steps, such as an exponential, or integer arithmetic that rounds.
  static let costlyElements = 1 << 12
  /// Multiply-adds of convolutions and matrix products.
  static let multiplyAdds = 1 << 17
  /// Elements of rows that are normalized.
  static let normalizedElements = 1 << 11
  /// Rows of a softmax, whatever their length.
  static let softmaxRows = 1 << 8
  /// Bytes that are copied.
  static let bytes = 1 << 18

  /// Rows of `length` elements, at least one: as many as have so many elements.
  static func rows(of length: Int, elements: Int = elements) -> Int {
    max(elements / max(length, 1), 1)
  }
}
