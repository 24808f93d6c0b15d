import MachineCode

/// Memory that prepared kernels own and all sessions of a plan share.
package protocol KernelMemory: AnyObject {
  /// Whether it holds emitted code; otherwise it holds weights and other constants.
  static var isCode: Bool { get }
  /// Its size.
  var byteCount: Int { get }
}

extension AlignedBuffer: KernelMemory {
  package static var isCode: Bool { false }
  package var byteCount: Int { count * MemoryLayout<Float>.stride }
}

extension ExecutableMemory: KernelMemory {
  package static var isCode: Bool { true }
}
