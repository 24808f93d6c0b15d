import TensorKernels

/// The execution of an operator whose output consists of units (elements, rows) that can be computed independently: a
/// share is some consecutive ones.
final class DividedWork: PreparedOperator {
  /// Units.
  let count: Int
  /// The minimum number of units worth a share.
  let grain: Int
  let provider: KernelProvider
  /// Computes some units.
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

/// The execution of an operator whose work is too small to be divided.
final class UndividedWork: PreparedOperator {
  /// The memory that the kernel retains.
  let memory: [any KernelMemory]
  /// Computes everything.
  let kernel: @Sendable (_ io: OperatorIO) -> Void
  var provider: KernelProvider { .reference }

  init(memory: [any KernelMemory] = [], kernel: @escaping @Sendable (_ io: OperatorIO) -> Void) {
    (self.memory, self.kernel) = (memory, kernel)
  }

  func run(_ io: OperatorIO) {
    kernel(io)
  }
}
