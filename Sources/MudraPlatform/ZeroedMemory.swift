/// Pages of zeros that the system provides one by one when they are first touched, so that an arena costs nothing
/// before its first run.
///
/// Swift allocations end the process if they fail; these can fail gracefully.
package final class ZeroedMemory: @unchecked Sendable {
  /// The first byte, on a page boundary.
  package let pointer: UnsafeMutableRawPointer
  /// The size in bytes, at least one.
  package let byteCount: Int

  /// Nil if the system refuses the memory.
  package init?(byteCount: Int) {
    guard !FaultInjection.refuses(.memory) else { return nil }
    self.byteCount = max(byteCount, 1)
    #if canImport(WinSDK)
      let kind = DWORD(MEM_RESERVE | MEM_COMMIT)
      guard let memory = VirtualAlloc(nil, SIZE_T(self.byteCount), kind, DWORD(PAGE_READWRITE)) else { return nil }
    #elseif canImport(WASILibc)
      // WebAssembly has one linear memory and no pages to ask for.
      guard let memory = aligned_alloc(Self.pageByteCount, Self.wholePages(self.byteCount)) else { return nil }
      memset(memory, 0, self.byteCount)
    #else
      let memory = mmap(nil, self.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      // Failure is the address -1.
      guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    #endif
    pointer = memory
  }

  deinit {
    #if canImport(WinSDK)
      VirtualFree(pointer, 0, DWORD(MEM_RELEASE))
    #elseif canImport(WASILibc)
      free(pointer)
    #else
      munmap(pointer, byteCount)
    #endif
  }

  /// Makes the memory readable and executable, and no longer writable; false if the system refuses.
  package func makeExecutable() -> Bool {
    guard !FaultInjection.refuses(.executableMemory) else { return false }
    #if canImport(WinSDK)
      var before: DWORD = 0
      return VirtualProtect(pointer, SIZE_T(byteCount), DWORD(PAGE_EXECUTE_READ), &before)
    #elseif canImport(WASILibc)
      return false
    #else
      return mprotect(pointer, byteCount, PROT_READ | PROT_EXEC) == 0
    #endif
  }

  /// Whether the system would provide `byteCount` bytes now: checked before large Swift allocations.
  package static func isAvailable(byteCount: Int) -> Bool {
    byteCount < 1 << 20 || ZeroedMemory(byteCount: byteCount) != nil
  }

  /// The size of a page in bytes.
  package static let pageByteCount: Int = {
    #if canImport(WinSDK)
      var info = SYSTEM_INFO()
      GetSystemInfo(&info)
      return Int(info.dwPageSize)
    #elseif canImport(WASILibc)
      return 1 << 16
    #else
      return max(Int(sysconf(Int32(_SC_PAGESIZE))), 1 << 12)
    #endif
  }()

  /// The size in bytes of the pages that hold `byteCount` bytes.
  package static func wholePages(_ byteCount: Int) -> Int {
    (byteCount + pageByteCount - 1) / pageByteCount * pageByteCount
  }
}
