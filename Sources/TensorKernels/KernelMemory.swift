import MachineCode

/// Memory that prepared kernels own and all sessions of a plan share.
package protocol KernelMemory: AnyObject, Sendable {
  /// Whether it holds emitted code; otherwise it holds weights and other constants.
  var isCode: Bool { get }
  /// Its size.
  var byteCount: Int { get }
}

/// Something that retains kernel memory and reports it, since nothing else can see inside it.
package protocol KernelMemoryOwner: AnyObject {
  /// The memory that it retains. Memory shared by several owners is listed by each of them, and counts once.
  var memory: [any KernelMemory] { get }
}

extension AlignedBuffer: KernelMemory {
  package var isCode: Bool { false }
  package var byteCount: Int { count * MemoryLayout<Float>.stride }
}

extension ExecutableMemory: KernelMemory {
  package var isCode: Bool { true }
}
