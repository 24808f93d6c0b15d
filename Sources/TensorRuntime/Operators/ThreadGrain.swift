/// Minimum work worth a share: a few microseconds, since claiming a share and waiting for the last one take some tenths
/// of a microsecond.
enum ThreadGrain {
  /// Elements that are combined, compared, converted or selected.
  static let elements = 1 << 14
  /// Elements with a function of many operations, such as an exponential, or with rounding integer arithmetic.
  static let costlyElements = 1 << 12
  static let multiplyAdds = 1 << 17
  /// Elements of normalized rows.
  static let normalizedElements = 1 << 11
  /// Rows of a softmax of any length.
  static let softmaxRows = 1 << 8
  /// Copied bytes.
  static let bytes = 1 << 18

  /// Rows of `length` elements with `elements` in total, at least one.
  static func rows(of length: Int, elements: Int = elements) -> Int {
    max(elements / max(length, 1), 1)
  }
}
