import MachineCode

/// Memory that prepared kernels own and all sessions of a plan share.
package protocol KernelMemory: AnyObject, Sendable {
  /// Whether it holds emitted code; otherwise it holds weights and other constants.
  static var isCode: Bool { get }
  /// Its size.
  var byteCount: Int { get }
}

/// Whatever holds on to kernel memory and says so, as nobody else can see what is in it.
package protocol KernelMemoryOwner {
  /// The memory that it holds on to. Memory that several owners share is named by each of them, and counts once.
  var memory: [any KernelMemory] { get }
}

extension AlignedBuffer: KernelMemory {
  package static var isCode: Bool { false }
  package var byteCount: Int { count * MemoryLayout<Float>.stride }
}

extension ExecutableMemory: KernelMemory {
  package static var isCode: Bool { true }
}
