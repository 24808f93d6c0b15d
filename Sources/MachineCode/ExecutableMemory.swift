import MudraPlatform

/// Machine code in its own pages, readable and executable, and never writable by the thread that runs it.
///
/// The code is copied to writable pages, which become executable before anything can call them.
///
/// Processors of AArch64 fetch instructions past the data cache. Linux cleans the data cache and invalidates the
/// instruction cache when pages that were written become executable (`__sync_icache_dcache` in `arch/arm64/mm/flush.c`,
/// called wherever an executable page is entered into a page table), so `mprotect` is all that is needed, and code that
/// flushes caches could not help: it would have to be made executable first. macOS has a call for it.
package final class ExecutableMemory: @unchecked Sendable {
  /// The first instruction.
  package let address: UnsafeRawPointer
  /// Bytes of the pages.
  package let byteCount: Int

  #if os(macOS) && arch(arm64)
    private let pages: JITMemory
  #else
    private let pages: ZeroedMemory
  #endif

  /// Takes over finished code; nil if the system refuses executable memory. Only a ``CodeAllocator`` calls this.
  init?(_ code: [UInt8]) {
    guard !code.isEmpty, MachineCodeSetting.current != .refused else { return nil }
    byteCount = ZeroedMemory.wholePages(code.count)
    #if os(macOS) && arch(arm64)
      guard let pages = JITMemory(byteCount: byteCount, code) else { return nil }
    #else
      guard let pages = ZeroedMemory(byteCount: byteCount) else { return nil }
      UnsafeMutableRawBufferPointer(start: pages.pointer, count: code.count).copyBytes(from: code)
      guard pages.makeExecutable() else { return nil }
    #endif
    self.pages = pages
    address = UnsafeRawPointer(pages.pointer)
  }
}
