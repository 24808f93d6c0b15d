import MudraPlatform

/// Machine code in its own pages, which are readable and executable, and never writable by the thread that runs it.
///
/// Code is copied to writable pages, which then become executable.
///
/// On AArch64, instruction and data caches are not coherent. Linux synchronizes them when written pages become
/// executable (`__sync_icache_dcache` in `arch/arm64/mm/flush.c`), so `mprotect` suffices. macOS has a call for it.
package final class ExecutableMemory: @unchecked Sendable {
  package let address: UnsafeRawPointer
  /// Bytes of the pages.
  package let byteCount: Int

  #if os(macOS) && arch(arm64)
    private let pages: JITMemory
  #else
    private let pages: ZeroedMemory
  #endif

  /// Nil if the system refuses executable memory. Only ``CodeAllocator`` calls this.
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
