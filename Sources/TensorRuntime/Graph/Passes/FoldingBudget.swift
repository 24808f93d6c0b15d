import Platform

/// What folding has computed of a model so far. Folding runs parts of the model before anyone asked for a run, so it is
/// bounded over all of it.
struct FoldingBudget: Sendable {
  /// Bytes of results.
  private(set) var byteCount = 0
  /// Repeated work, in turns of innermost loops.
  private var work = 0

  /// Takes work, if there is so much left.
  mutating func take(work more: Int) -> Bool {
    let (sum, overflow) = work.addingReportingOverflow(more)
    guard !overflow, sum <= FixedLimits.foldedWork else { return false }
    work = sum
    return true
  }

  /// Takes the bytes of a result.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if all results together have more than `limit` bytes, `.outOfMemory` if
  ///   the system refuses these.
  mutating func take(byteCount more: Int, limit: Int) throws(ModelError) {
    try check(byteCount: more, limit: limit)
    byteCount += more
  }

  /// Checks that so many bytes more are there for a moment.
  func check(byteCount more: Int, limit: Int) throws(ModelError) {
    let (sum, overflow) = byteCount.addingReportingOverflow(more)
    guard !overflow, sum <= limit else {
      throw .constantsTooLarge(byteCount: overflow ? .max : sum, limit: limit)
    }
    try ZeroedMemory.require(byteCount: more)
  }
}
