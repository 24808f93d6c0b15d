/// A sum that saturates instead of overflowing.
struct SaturatingSum {
  private(set) var value: Int

  init(_ value: Int = 0) {
    self.value = value
  }

  mutating func add(_ more: Int) {
    let (sum, overflow) = value.addingReportingOverflow(more)
    value = overflow ? .max : sum
  }
}
