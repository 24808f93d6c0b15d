/// A sum of sizes from files that saturates instead of overflowing.
struct SaturatingSum {
  private(set) var value: Int

  /// A sum that starts with a number.
  init(_ value: Int = 0) {
    self.value = value
  }

  mutating func add(_ more: Int) {
    let (sum, overflow) = value.addingReportingOverflow(more)
    value = overflow ? .max : sum
  }
}
