import MudraPlatform

/// Floats that end where the readable memory ends.
package typealias PageEndFloats = PageEndMemory<Float>

/// Elements between two inaccessible pages, next to one of them: one element too far ends the process. Between the
/// elements and the other page are NaNs, which reveal both reads and writes.
package final class PageEndMemory<Element: BitwiseCopyable> {
  /// The page that the elements are next to.
  package enum Side: Sendable, CaseIterable {
    /// The first element is the first byte after a page.
    case start
    /// The last element ends at the last byte before a page.
    case end
  }

  /// The first element.
  package let pointer: UnsafeMutablePointer<Element>
  private let count: Int
  private let region: UnsafeMutableRawPointer
  private let byteCount: Int
  /// The words between the elements and the other page.
  private let border: UnsafeMutableRawBufferPointer
  private static var mark: UInt8 { 0xFF }

  /// Maps the pages; nil if the system refuses.
  package init?(_ values: [Element], against side: Side = .end) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let valueByteCount = values.count * MemoryLayout<Element>.stride
    let size = (valueByteCount + page - 1) / page * page
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    guard let mapped = mmap(nil, size + 2 * page, PROT_READ | PROT_WRITE, flags, -1, 0), mapped != MAP_FAILED else {
      return nil
    }
    mprotect(mapped, page, PROT_NONE)
    mprotect(mapped + page + size, page, PROT_NONE)
    region = mapped
    byteCount = size + 2 * page
    count = values.count
    let borderByteCount = size - valueByteCount
    let start = (mapped + page + (side == .end ? borderByteCount : 0)).bindMemory(
      to: Element.self, capacity: max(values.count, 1))
    pointer = start
    values.withUnsafeBufferPointer { values in
      if let first = values.baseAddress { start.update(from: first, count: values.count) }
    }
    border = UnsafeMutableRawBufferPointer(
      start: mapped + page + (side == .end ? 0 : valueByteCount), count: borderByteCount)
    border.initializeMemory(as: UInt8.self, repeating: Self.mark)
  }

  deinit { munmap(region, byteCount) }

  /// True if nothing was written beyond the elements.
  package var isBorderIntact: Bool { border.allSatisfy { $0 == Self.mark } }

  /// The elements.
  package var values: [Element] { Array(UnsafeBufferPointer(start: pointer, count: count)) }
}
