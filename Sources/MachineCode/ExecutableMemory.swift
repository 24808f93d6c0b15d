import MudraPlatform

/// Machine code in its own pages, readable and executable, and never writable at the same time.
///
/// The code is copied to writable pages, which become executable before anything can call them.
package final class ExecutableMemory: @unchecked Sendable {
  /// The first instruction.
  package let address: UnsafeRawPointer
  /// Bytes of the pages.
  package let byteCount: Int

  private let pages: ZeroedMemory

  /// Takes over finished code; nil if the system refuses executable memory. Only a ``CodeAllocator`` calls this.
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
