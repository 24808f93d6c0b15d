/// When a tensor must exist: from the step that writes it to the last one that reads it.
package struct Lifetime: Sendable, Hashable {
  /// Bytes needed.
  package let byteCount: Int
  /// First and last step at which the bytes are in use.
  package let steps: ClosedRange<Int>

  /// A lifetime of `byteCount` bytes during `steps`.
  package init(byteCount: Int, steps: ClosedRange<Int>) {
    self.byteCount = byteCount
    self.steps = steps
  }
}

/// Places tensors in one block of memory so that those alive at the same time do not overlap.
///
/// The problem is NP-hard; this heuristic takes tensors by decreasing size, and puts each at the lowest offset where it
/// fits between the ones already placed that are alive at the same time.
///
///     offset
///       │ ┌── a ───┐┌──── d ────┐
///       │ └────────┘└───────────┘
///       │ ┌──── b ─────┐┌── e ──┐
///       └─────────────────────────▶ step
package enum ArenaPlanner {
  /// Offsets are multiples of this many bytes.
  package static let alignment = 64

  /// Places tensors; returns an offset for each and the size of the block, or nil if the size overflows.
  ///
  /// - Throws: `ModelError.tooSlow` at the deadline: each tensor is compared with all those already placed.
  package static func place(
    _ lifetimes: [Lifetime], until deadline: Deadline? = nil
  ) throws(ModelError) -> (offsets: [Int], byteCount: Int)? {
    var offsets = [Int](repeating: 0, count: lifetimes.count)
    var placed: [Int] = []
    var total = 0
    let order = lifetimes.indices.sorted {
      (lifetimes[$1].byteCount, $0) < (lifetimes[$0].byteCount, $1)
    }
    for index in order {
      try deadline?.check()
      let lifetime = lifetimes[index]
      var offset = 0
      for other in placed where lifetimes[other].steps.overlaps(lifetime.steps) {
        // `placed` is sorted by offset, so the first gap that is wide enough is the lowest.
        if offsets[other] >= offset + lifetime.byteCount { break }
        offset = max(offset, roundUp(offsets[other] + lifetimes[other].byteCount))
      }
      let (end, overflow) = offset.addingReportingOverflow(lifetime.byteCount)
      guard !overflow, end <= Int.max / 2 else { return nil }
      offsets[index] = offset
      total = max(total, end)
      let position = placed.firstIndex { offsets[$0] > offset } ?? placed.count
      placed.insert(index, at: position)
    }
    return (offsets, roundUp(total))
  }

  private static func roundUp(_ value: Int) -> Int { (value + alignment - 1) / alignment * alignment }
}
