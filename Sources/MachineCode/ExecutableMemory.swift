import Platform

/// Machine code in pages of its own, readable and executable, never writable at the same time.
///
/// The code is copied into writable pages, which then change to executable ones before anyone can call them.
package final class ExecutableMemory: @unchecked Sendable {
  /// The first instruction.
  package let address: UnsafeRawPointer
  /// Bytes of the pages.
  package let byteCount: Int

  private let pages: ZeroedMemory

  /// Takes over finished code; nil where the system refuses executable memory. Code comes from a ``CodeAllocator``.
  init?(_ code: [UInt8]) {
    guard !code.isEmpty, MachineCodeSetting.current != .refused else { return nil }
    byteCount = ZeroedMemory.wholePages(code.count)
    guard let pages = ZeroedMemory(byteCount: byteCount) else { return nil }
    UnsafeMutableRawBufferPointer(start: pages.pointer, count: code.count).copyBytes(from: code)
    guard pages.makeExecutable() else { return nil }
    self.pages = pages
    address = UnsafeRawPointer(pages.pointer)
  }
}
