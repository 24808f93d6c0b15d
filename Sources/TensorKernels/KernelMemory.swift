import MachineCode

/// Memory owned by prepared kernels and shared by a plan's sessions.
package protocol KernelMemory: AnyObject, Sendable {
  /// Emitted code; otherwise constants.
  var isCode: Bool { get }
  var byteCount: Int { get }
}

/// Reports the kernel memory that it retains.
package protocol KernelMemoryOwner: AnyObject {
  /// Memory with several owners is listed by each of them, and counts once.
  var memory: [any KernelMemory] { get }
}

extension AlignedBuffer: KernelMemory {
  package var isCode: Bool { false }
  package var byteCount: Int { count * MemoryLayout<Float>.stride }
}

extension ExecutableMemory: KernelMemory {
  package var isCode: Bool { true }
}
