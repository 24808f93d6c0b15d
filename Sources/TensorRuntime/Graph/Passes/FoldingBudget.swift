import MudraPlatform

/// What folding has computed for a model so far. Folding runs nodes before anyone has asked for a run, so it is bounded
/// for the whole model.
struct FoldingBudget: Sendable {
  /// Bytes of results.
  private(set) var byteCount = 0
  /// The results as counted among everything that a file takes.
  private var lease: MemoryLease?
  /// Repeated work, in iterations of innermost loops.
  private var work = 0

  /// The part of the results that an account counts.
  var leasedByteCount: Int { lease?.byteCount ?? 0 }

  /// Counts the results in an account, until the graph goes away or ``releaseLease()``.
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
