#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory of zeros that the system provides page by page when it is touched, so that an arena costs nothing before its first
/// run. Starts on a page boundary.
final class ZeroedMemory {
  let pointer: UnsafeMutableRawPointer
  private let byteCount: Int

  /// - Precondition: the system has the memory; the plan's limit was checked before.
  init(byteCount: Int) {
    self.byteCount = max(byteCount, 1)
    let memory = mmap(nil, self.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      preconditionFailure("the system refuses \(byteCount) bytes of memory")
    }
    pointer = memory
  }

  deinit { munmap(pointer, byteCount) }
}
