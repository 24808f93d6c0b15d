/// What folding has computed of a model so far. Folding runs parts of the model before anyone asked for a run, so it is
/// bounded over all of it.
struct FoldingBudget: Sendable {
  /// Bytes of results.
  private(set) var byteCount = 0
  /// Repeated work, in turns of innermost loops.
  private var work = 0
  /// About half a second of the reference kernels.
  private static let maximumWork = 1 << 28

  /// Takes work, if there is so much left.
  mutating func take(work more: Int) -> Bool {
    let (sum, overflow) = work.addingReportingOverflow(more)
    guard !overflow, sum <= Self.maximumWork else { return false }
    work = sum
    return true
  }

  /// Takes the bytes of a result.
  ///
  /// - Throws: `ModelError.constantsTooLarge` if all results together have more than `limit` bytes.
  mutating func take(byteCount more: Int, limit: Int) throws(ModelError) {
    byteCount += more
    guard byteCount <= limit else { throw .constantsTooLarge(byteCount: byteCount, limit: limit) }
  }
}
