#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Machine code in pages of its own, readable and executable, never writable at the same time.
///
/// The code is copied into writable pages, which then change to executable ones before anyone can call them.
package final class ExecutableMemory: @unchecked Sendable {
  /// The first instruction.
  package let address: UnsafeRawPointer
  /// Bytes of the pages.
  package let byteCount: Int

  /// Bytes of the pages that `codeByteCount` bytes of code take.
  static func pageByteCount(for codeByteCount: Int) -> Int {
    let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 1)
    return (codeByteCount + page - 1) / page * page
  }

  /// Takes over finished code; nil where the system refuses executable memory. Code comes from a ``CodeAllocator``.
  init?(_ code: [UInt8]) {
    guard !code.isEmpty, MachineCodeSetting.current != .refused else { return nil }
    byteCount = Self.pageByteCount(for: code.count)
    guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return nil }
    code.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count) }
    guard mprotect(memory, byteCount, PROT_READ | PROT_EXEC) == 0 else {
      munmap(memory, byteCount)
      return nil
    }
    address = UnsafeRawPointer(memory)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: address), byteCount) }
}
