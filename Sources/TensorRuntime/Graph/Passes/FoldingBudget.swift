import Platform

/// What folding has computed for a model so far. Folding runs nodes before anyone has asked for a run, so it is bounded
/// for the whole model.
struct FoldingBudget: Sendable {
  /// Bytes of results.
  private(set) var byteCount = 0
  /// Repeated work, in iterations of innermost loops.
  private var work = 0

  /// Takes work if enough is left.
  mutating func take(work more: Int) -> Bool {
    let (sum, overflow) = work.addingReportingOverflow(more)
    guard !overflow, sum <= FixedLimits.foldedWork else { return false }
    work = sum
    return true
  }

  /// Takes the bytes of a result.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if all results exceed `limit` bytes, `.outOfMemory` if the system refuses
  ///   the memory.
  mutating func take(byteCount more: Int, limit: Int) throws(ModelError) {
    try check(byteCount: more, limit: limit)
    byteCount += more
  }

  /// Checks that `more` bytes can be allocated temporarily.
  func check(byteCount more: Int, limit: Int) throws(ModelError) {
    let (sum, overflow) = byteCount.addingReportingOverflow(more)
    guard !overflow, sum <= limit else {
      throw .constantsTooLarge(byteCount: overflow ? .max : sum, limit: limit)
    }
    try ZeroedMemory.require(byteCount: more)
  }
}
