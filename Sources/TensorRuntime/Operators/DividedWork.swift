import TensorKernels

/// Runs an operator whose output consists of independent units (elements, rows); a share is a range of them.
final class DividedWork: PreparedOperator {
  let count: Int
  /// Minimum units per share.
  let grain: Int
  let provider: KernelProvider
  let kernel: @Sendable (_ units: Range<Int>, _ io: OperatorIO) -> Void

  init(
    _ count: Int, grain: Int, provider: KernelProvider = .reference,
    kernel: @escaping @Sendable (_ units: Range<Int>, _ io: OperatorIO) -> Void
  ) {
    self.count = count
    self.grain = grain
    self.provider = provider
    self.kernel = kernel
  }

  var usefulShareCount: Int { count / grain }

  func run(_ io: OperatorIO) {
    kernel(io.share(of: count), io)
  }
}

/// Runs an operator whose work is too small to be divided.
final class UndividedWork: PreparedOperator {
  let memory: [any KernelMemory]
  let scratchByteCount: Int
  let kernel: @Sendable (_ io: OperatorIO) -> Void
  var provider: KernelProvider { .reference }

  init(
    memory: [any KernelMemory] = [], scratchByteCount: Int = 0, kernel: @escaping @Sendable (_ io: OperatorIO) -> Void
  ) {
    (self.memory, self.scratchByteCount, self.kernel) = (memory, scratchByteCount, kernel)
  }

  func run(_ io: OperatorIO) {
    kernel(io)
  }
}
