import MudraPlatform
import TFLiteFormat
import TensorKernels

/// A constant on a 64-byte boundary, written by its creator, then only read; or a view of a file.
final class ConstantMemory: KernelMemory, @unchecked Sendable {
  var isCode: Bool { false }
  let pointer: UnsafeMutableRawPointer
  let byteCount: Int
  /// Large constants have their own pages: many are temporary copies, which would leave gaps in the heap.
  private let pages: ZeroedMemory?
  private let spares: SparePages?
  /// The file of a view.
  private let file: Bytes?

  /// Uninitialized memory, from spare pages if possible.
  init(byteCount: Int, _ spares: SparePages? = nil) {
    self.byteCount = byteCount
    self.spares = spares
    file = nil
    pages = byteCount < 1 << 16 ? nil : spares?.take(byteCount: byteCount) ?? ZeroedMemory(byteCount: byteCount)
    pointer = pages?.pointer ?? .allocate(byteCount: max(byteCount, 1), alignment: 64)
  }

  /// A view of the bytes; nil unless aligned to `alignment`.
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

/// Pages of released constants, for the next layers of a plan being prepared: new pages cost more time than writing to
/// them.
package final class SparePages: Sendable {
  private let pages = Mutex<[ZeroedMemory]>([])
  /// The three filters of a block.
  private static let limit = 3

  /// The smallest sufficient pages.
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
