import MachineCode

/// Memory that prepared kernels own and all sessions of a plan share.
package protocol KernelMemory: AnyObject {
  /// Whether it holds emitted code; otherwise it holds weights and other constants.
  static var isCode: Bool { get }
  /// Its size.
  var byteCount: Int { get }
}

/// How much code the kernels of a plan may consist of; past it, layers take kernels without.
package struct KernelCodeBudget: Sendable {
  private let budget: CodeBudget

  /// So many bytes of pages.
  package init(byteCount: Int) {
    budget = CodeBudget(byteCount: byteCount)
  }

  /// Makes kernels from the budget.
  package func limiting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try budget.limiting(body) }
}

extension AlignedBuffer: KernelMemory {
  package static var isCode: Bool { false }
  package var byteCount: Int { count * MemoryLayout<Float>.stride }
}

extension ExecutableMemory: KernelMemory {
  package static var isCode: Bool { true }
}
