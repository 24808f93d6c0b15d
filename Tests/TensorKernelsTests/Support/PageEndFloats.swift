#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Floats whose last element is the last one before a page that nobody may touch: one step too far ends the process.
final class PageEndFloats {
  /// The first element.
  let pointer: UnsafeMutablePointer<Float>
  private let count: Int
  private let region: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Maps the pages; nil if the system refuses.
  init?(_ values: [Float]) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let size = (values.count * 4 + page - 1) / page * page
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    guard let mapped = mmap(nil, size + page, PROT_READ | PROT_WRITE, flags, -1, 0), mapped != MAP_FAILED else {
      return nil
    }
    mprotect(mapped + size, page, PROT_NONE)
    region = mapped
    byteCount = size + page
    count = values.count
    pointer = (mapped + (size - values.count * 4)).bindMemory(to: Float.self, capacity: max(values.count, 1))
    for (index, value) in values.enumerated() { pointer[index] = value }
  }

  deinit { munmap(region, byteCount) }

  /// The elements.
  var values: [Float] { Array(UnsafeBufferPointer(start: pointer, count: count)) }
}
