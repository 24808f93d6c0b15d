import MudraPlatform

/// Large pages that the packed weights of several layers share: one page fault instead of 512.
///
/// The weights of the hand networks are 16 MB in pieces of up to 1.5 MB; with pages of 4 KiB, faults took a third of
/// the time to prepare them.
final class WeightSlab: Sendable {
  private let pages: ZeroedMemory
  /// The first byte that is free.
  private let end = Atomic(0)

  #if !hasFeature(Embedded)
    private struct Current: Sendable {
      weak var slab: WeightSlab?
      /// Bytes of the buffers that had no slab since there were few of them.
      var smallByteCount = 0
    }

    /// The slab of which the next parts are taken, as long as one of its parts exists.
    private static let current = Mutex(Current())
  #endif
  /// Few enough that what a closed task leaves behind beside the weights of another one is small; pages without weights
  /// take no memory.
  private static let byteCount = 4 * ZeroedMemory.largePageByteCount
  /// Small buffers would take a large page even if there are few of them.
  private static let leastPartByteCount = 1 << 16
  /// So would larger ones: what is cleared and never written would take longer than page faults.
  private static let leastByteCount = 1 << 20

  private init?(byteCount: Int) {
    guard let pages = ZeroedMemory(byteCount: byteCount, isFilled: true) else { return nil }
    self.pages = pages
  }

  /// Zeros on a 64-byte boundary, and what must be retained as long as they are used; nil for a size that gains nothing
  /// by it, or if the system refuses the memory.
  static func part(byteCount: Int) -> (memory: UnsafeMutableRawPointer, slab: WeightSlab)? {
    #if hasFeature(Embedded)
      return nil  // Without large pages nothing is gained.
    #else
      guard byteCount >= leastPartByteCount else { return nil }
      return current.withLock { current in
        if let slab = current.slab, let memory = slab.take(byteCount) { return (memory, slab) }
        guard current.smallByteCount + byteCount > leastByteCount else {
          current.smallByteCount += byteCount
          return nil
        }
        // Pages for a single buffer have no room for another one.
        let isSingle = byteCount > ZeroedMemory.largePageByteCount
        guard let slab = WeightSlab(byteCount: isSingle ? byteCount : Self.byteCount), let memory = slab.take(byteCount)
        else { return nil }
        if !isSingle { current.slab = slab }
        return (memory, slab)
      }
    #endif
  }

  /// Called with the lock.
  private func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let start = end.load(ordering: .relaxed)
    guard byteCount <= pages.byteCount - start else { return nil }
    end.store((start + byteCount + 63) & ~63, ordering: .relaxed)
    return pages.pointer + start
  }
}
