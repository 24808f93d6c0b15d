/// Pages of zeros that the system provides one by one when they are first touched, so that an arena costs nothing
/// before its first run.
///
/// Swift allocations end the process if they fail; these can fail gracefully.
package final class ZeroedMemory: @unchecked Sendable {
  /// The first byte, on a page boundary.
  package let pointer: UnsafeMutableRawPointer
  /// The size in bytes, at least one.
  package let byteCount: Int
  #if !canImport(WinSDK) && !canImport(WASILibc)
    private let mappedByteCount: Int
  #endif

  /// Nil if the system refuses the memory.
  ///
  /// - Parameter isFilled: whether all of it will be written: then Linux is asked for ``largePageByteCount`` at once,
  ///   which takes a fifth of the time.
  package init?(byteCount: Int, isFilled: Bool = false) {
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
      let large = isFilled ? Self.mapLargePages(self.byteCount) : nil
      guard let memory = large?.start ?? Self.map(self.byteCount) else { return nil }
      mappedByteCount = large?.byteCount ?? self.byteCount
    #endif
    pointer = memory
  }

  #if !canImport(WinSDK) && !canImport(WASILibc)
    private static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
      let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      // Failure is the address -1.
      return memory == UnsafeMutableRawPointer(bitPattern: -1) ? nil : memory
    }

    /// Nil if the system has no large pages, or there is no room for a single one.
    private static func mapLargePages(_ byteCount: Int) -> (start: UnsafeMutableRawPointer, byteCount: Int)? {
      #if os(Linux) || os(Android)
        let large = largePageByteCount
        guard byteCount >= large, byteCount <= .max - 3 * large else { return nil }
        // A last page that is nearly full is a large one, too.
        let largeByteCount = (byteCount + large / 16) / large * large
        let byteCount = max(wholePages(byteCount), largeByteCount)
        // Large pages begin at multiples of their size: what is mapped before and behind is given back.
        guard let first = map(byteCount + large) else { return nil }
        let start = first.alignedUp(toMultipleOf: large)
        if start > first { munmap(first, start - first) }
        if start < first + large { munmap(start + byteCount, first + large - start) }
        madvise(start, largeByteCount, Int32(MADV_HUGEPAGE))
        return (start, byteCount)
      #else
        return nil
      #endif
    }
  #endif

  /// Asks Linux for the pages of memory that will be written, all at once: a third of what their faults take.
  package static func populate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    // MADV_POPULATE_WRITE of linux/mman.h; systems before 5.14 do nothing.
    advise(23, memory, byteCount)
  }

  /// Gives back the pages of memory that is not in use. On Linux, they are zeros when touched again.
  package static func discard(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    // MADV_DONTNEED of linux/mman.h.
    advise(4, memory, byteCount)
  }

  /// Tells Linux what becomes of the whole pages in a range.
  private static func advise(_ advice: Int32, _ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if os(Linux) || os(Android)
      let start = memory.alignedUp(toMultipleOf: pageByteCount)
      let end = (memory + byteCount).alignedDown(toMultipleOf: pageByteCount)
      if start < end { madvise(start, end - start, advice) }
    #endif
  }

  /// The size in bytes of a large page of x86-64 and, with pages of 4 KiB, of arm64.
  package static let largePageByteCount = 1 << 21

  deinit {
    #if canImport(WinSDK)
      VirtualFree(pointer, 0, DWORD(MEM_RELEASE))
    #elseif canImport(WASILibc)
      free(pointer)
    #else
      munmap(pointer, mappedByteCount)
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
