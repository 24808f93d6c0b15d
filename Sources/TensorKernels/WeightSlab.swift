import MudraPlatform

/// Large pages shared by the packed weights of several layers: one page fault instead of 512.
///
/// The weights of the hand networks were 16 MB in pieces of up to 1.5 MB; with pages of 4 KiB, faults took a third of
/// the time to prepare them.
package final class WeightSlab: Sendable {
  private let pages: ZeroedMemory
  /// The first free byte.
  private let end = Atomic(0)

  #if !hasFeature(Embedded)
    private struct Current: Sendable {
      weak var slab: WeightSlab?
      /// Total bytes of buffers that were too few for a slab.
      var smallByteCount = 0
    }

    /// The slab to allocate from, while one of its parts is alive.
    private static let current = Mutex(Current())
  #endif
  /// Small enough to limit what a closed task retains next to other weights; untouched pages take no memory.
  private static let byteCount = 4 * ZeroedMemory.largePageByteCount
  /// Smaller buffers would take a large page even if there are few.
  private static let minPartByteCount = 1 << 16
  /// Below this total, clearing a large page would take longer than page faults.
  private static let minByteCount = 1 << 20

  private init?(byteCount: Int) {
    guard let pages = ZeroedMemory(byteCount: byteCount, isFilled: true) else { return nil }
    self.pages = pages
  }

  /// Zeros on a 64-byte boundary, and what must be retained while they are in use; nil for sizes that gain nothing, or
  /// if the system refuses the memory.
  static func part(byteCount: Int) -> (memory: UnsafeMutableRawPointer, slab: WeightSlab)? {
    #if hasFeature(Embedded)
      return nil  // Without large pages nothing is gained.
    #else
      guard byteCount >= minPartByteCount else { return nil }
      return current.withLock { current in
        if let slab = current.slab, let memory = slab.take(byteCount) { return (memory, slab) }
        guard current.smallByteCount + byteCount > minByteCount else {
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

  /// Gives back the rest of the last large page, when the weights of a task's networks are packed.
  package static func trim() {
    #if !hasFeature(Embedded)
      current.withLock { current in
        guard let slab = current.slab else { return }
        let end = slab.end.load(ordering: .relaxed)
        ZeroedMemory.discard(slab.pages.pointer + end, byteCount: slab.pages.byteCount - end)
      }
    #endif
  }

  /// Requires the lock.
  private func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let start = end.load(ordering: .relaxed)
    guard byteCount <= pages.byteCount - start else { return nil }
    end.store((start + byteCount + 63) & ~63, ordering: .relaxed)
    return pages.pointer + start
  }
}
