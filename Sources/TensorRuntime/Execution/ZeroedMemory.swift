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

  /// Nil where the system refuses the memory.
  init?(byteCount: Int) {
    self.byteCount = max(byteCount, 1)
    let memory = mmap(nil, self.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    pointer = memory
  }

  /// Throws if the system would refuse so much memory. Swift's own allocations end the process if they fail, so large ones
  /// are asked for in this way before.
  static func require(byteCount: Int) throws(ModelError) {
    guard byteCount < 1 << 20 || ZeroedMemory(byteCount: byteCount) != nil else {
      throw .outOfMemory(byteCount: byteCount)
    }
  }

  deinit { munmap(pointer, byteCount) }
}
