/// How much code may be emitted for one purpose: where it is used up, executable memory is refused, and kernels take their
/// portable forms.
package final class CodeBudget: @unchecked Sendable {
  /// The budget that is in force; nil for no limit.
  @TaskLocal static var current: CodeBudget?

  private var byteCount: Int

  /// So many bytes of pages. Used by one task at a time.
  package init(byteCount: Int) {
    self.byteCount = byteCount
  }

  /// Does something for which the budget is in force.
  package func limiting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    try Self.$current.withValue(self) { Result { () throws(E) in try body() } }.get()
  }

  /// Takes pages; false if there are not so many left.
  func take(byteCount more: Int) -> Bool {
    guard more <= byteCount else { return false }
    byteCount -= more
    return true
  }
}
