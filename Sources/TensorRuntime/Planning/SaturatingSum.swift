/// A sum of what files ask for, which stops at the largest number.
struct SaturatingSum {
  private(set) var value: Int

  /// Begins with a number.
  init(_ value: Int = 0) {
    self.value = value
  }

  mutating func add(_ more: Int) {
    let (sum, overflow) = value.addingReportingOverflow(more)
    value = overflow ? .max : sum
  }
}
