import MudraPlatform
import TFLiteFormat
import TensorKernels

/// Memory on a 64-byte boundary that holds a constant, written by its creator, then only read; or a part of a file.
final class ConstantMemory: KernelMemory, @unchecked Sendable {
  var isCode: Bool { false }
  let pointer: UnsafeMutableRawPointer
  let byteCount: Int
  /// Large constants have pages of their own: many are copies that live until their weights are packed, and in the heap
  /// each would leave a gap too small for the next one.
  private let pages: ZeroedMemory?
  private let spares: SparePages?
  /// What the memory is a part of.
  private let file: Bytes?

  /// Memory of any content, from spare pages if there are some.
  init(byteCount: Int, _ spares: SparePages? = nil) {
    self.byteCount = byteCount
    self.spares = spares
    file = nil
    pages = byteCount < 1 << 16 ? nil : spares?.take(byteCount: byteCount) ?? ZeroedMemory(byteCount: byteCount)
    pointer = pages?.pointer ?? .allocate(byteCount: max(byteCount, 1), alignment: 64)
  }

  /// The bytes where they are; nil unless they are at a multiple of `alignment`.
  init?(viewing file: Bytes, alignment: Int) {
    guard let address = file.address(alignedTo: alignment) else { return nil }
    pointer = UnsafeMutableRawPointer(mutating: address)
    (self.file, byteCount, pages, spares) = (file, 0, nil, nil)
  }

  deinit {
    guard file == nil else { return }
    guard let pages else { return pointer.deallocate() }
    spares?.put(pages)
  }
}

/// Pages of constants that were released while a plan is prepared, for those of its next layers: new pages cost more
/// time than what is written to them.
final class SparePages: Sendable {
  private let pages = Mutex<[ZeroedMemory]>([])
  /// The three filters of a block.
  private static let limit = 3

  /// The smallest pages that are large enough.
  func take(byteCount: Int) -> ZeroedMemory? {
    pages.withLock { pages in
      let fitting = pages.indices.filter { pages[$0].byteCount >= byteCount }
      return fitting.min { pages[$0].byteCount < pages[$1].byteCount }.map { pages.remove(at: $0) }
    }
  }

  func put(_ released: ZeroedMemory) {
    pages.withLock { pages in
      pages.append(released)
      guard pages.count > Self.limit, let least = pages.indices.min(by: { pages[$0].byteCount < pages[$1].byteCount })
      else { return }
      pages.remove(at: least)
    }
  }
}
