import Platform
import Synchronization

/// Where kernels get executable memory from: without a limit, or up to a number of bytes, past which kernels take their
/// portable forms.
///
/// A value that is handed to whoever emits code, so that what one plan uses up is nobody else's loss.
package final class CodeAllocator: Sendable {
  private let remaining: Atomic<Int>

  /// An allocator of up to `byteCount` bytes of pages; without a limit unless told.
  package init(byteCount: Int = .max) {
    remaining = Atomic(byteCount)
  }

  /// Memory with finished code; nil where the system refuses it or the limit is reached.
  ///
  /// - Parameter name: what the code is, for a ``CodeDump``.
  package func allocate(_ code: [UInt8], name: String) -> ExecutableMemory? {
    let byteCount = ZeroedMemory.wholePages(code.count)
    let left = remaining.subtract(byteCount, ordering: .relaxed).newValue
    guard left >= 0, let memory = ExecutableMemory(code) else {
      remaining.add(byteCount, ordering: .relaxed)
      return nil
    }
    CodeDump.shared?.write(code, name: name)
    return memory
  }
}
