import MudraPlatform

/// The work and memory of folding for a whole model, which is bounded, since it happens before any run.
struct FoldingBudget: Sendable {
  private(set) var byteCount = 0
  /// The results, counted in the file's account.
  private var lease: MemoryLease?
  /// Repeated work, in innermost-loop iterations.
  private var work = 0

  var leasedByteCount: Int { lease?.byteCount ?? 0 }

  /// Counts the results in an account, until the graph is freed or ``releaseLease()``.
  mutating func count(in account: MemoryAccount?) {
    if byteCount > 0 { lease = account?.lease(byteCount) }
  }

  /// Ends ``count(in:)``, since a plan counts them.
  func releaseLease() { lease?.release() }

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
