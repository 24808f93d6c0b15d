/// The steps during which a tensor's memory is in use.
package struct Lifetime: Sendable, Hashable {
  package let byteCount: Int
  package let steps: ClosedRange<Int>

  package init(byteCount: Int, steps: ClosedRange<Int>) {
    self.byteCount = byteCount
    self.steps = steps
  }
}

/// Places tensors in one block of memory so that those alive at the same time do not overlap.
///
/// The problem is NP-hard; this heuristic places tensors by decreasing size, each at the lowest offset that is free
/// during its lifetime.
///
///     offset
///       │ ┌── a ───┐┌──── d ────┐
///       │ └────────┘└───────────┘
///       │ ┌──── b ─────┐┌── e ──┐
///       └─────────────────────────▶ step
package enum ArenaPlanner {
  package static let alignment = 64

  /// Returns the tensors' offsets and the size of the block, or nil if it overflows.
  ///
  /// - Throws: `ModelError.tooSlow` at the deadline: each tensor is compared with all those already placed.
  package static func place(
    _ lifetimes: [Lifetime], until deadline: Deadline? = nil
  ) throws(ModelError) -> (offsets: [Int], byteCount: Int)? {
    var offsets = [Int](repeating: 0, count: lifetimes.count)
    var placed: [Int] = []
    var comparisons = 0
    var total = 0
    let order = lifetimes.indices.sorted {
      (lifetimes[$1].byteCount, $0) < (lifetimes[$0].byteCount, $1)
    }
    for (next, index) in order.enumerated() {
      try deadline?.check()
      comparisons += placed.count
      guard comparisons <= maxComparisonCount else {
        guard let end = reuse(order[next...], lifetimes, from: roundUp(total), &offsets) else { return nil }
        return (offsets, end)
      }
      let lifetime = lifetimes[index]
      var offset = 0
      for other in placed where lifetimes[other].steps.overlaps(lifetime.steps) {
        // `placed` is sorted by offset, so the first large enough gap is the lowest.
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

  /// Comparisons, enough for about 8000 tensors, after which the rest is placed without them.
  private static let maxComparisonCount = 1 << 25

  /// Places tensors above all others by first step: each reuses the bytes of one of the same size that is no longer
  /// needed, or new ones. Returns the end, or nil if it overflows.
  private static func reuse(
    _ tensors: ArraySlice<Int>, _ lifetimes: [Lifetime], from start: Int, _ offsets: inout [Int]
  ) -> Int? {
    var end = start
    var free: [Int: [Int]] = [:]
    var endings: [Int: [Int]] = [:]
    var step = 0
    for index in tensors.sorted(by: { lifetimes[$0].steps.lowerBound < lifetimes[$1].steps.lowerBound }) {
      let lifetime = lifetimes[index]
      while step < lifetime.steps.lowerBound {
        for ended in endings.removeValue(forKey: step) ?? [] {
          free[roundUp(lifetimes[ended].byteCount), default: []].append(offsets[ended])
        }
        step += 1
      }
      let byteCount = roundUp(lifetime.byteCount)
      if let offset = free[byteCount]?.popLast() {
        offsets[index] = offset
      } else {
        offsets[index] = end
        let (sum, overflow) = end.addingReportingOverflow(byteCount)
        guard !overflow, sum <= Int.max / 2 else { return nil }
        end = sum
      }
      endings[lifetime.steps.upperBound, default: []].append(index)
    }
    return end
  }

  private static func roundUp(_ value: Int) -> Int { (value + alignment - 1) / alignment * alignment }
}
