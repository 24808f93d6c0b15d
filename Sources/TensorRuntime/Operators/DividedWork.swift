import TensorKernels

/// The execution of an operator whose output consists of pieces (elements, rows) that can be computed apart: each thread takes
/// a run of them.
struct DividedWork: PreparedOperator {
  /// Pieces.
  let count: Int
  /// Pieces that are worth waking a thread for.
  let worthwhileCount: Int
  let provider: KernelProvider
  /// Computes some pieces.
  let kernel: @Sendable (_ pieces: Range<Int>, _ io: OperatorIO) -> Void

  init(
    _ count: Int, worthwhile: Int, provider: KernelProvider = .reference,
    kernel: @escaping @Sendable (_ pieces: Range<Int>, _ io: OperatorIO) -> Void
  ) {
    self.count = count
    worthwhileCount = worthwhile
    self.provider = provider
    self.kernel = kernel
  }

  var usefulThreadCount: Int { count / worthwhileCount }

  func run(_ io: OperatorIO) {
    kernel(io.share(of: count), io)
  }
}

/// The execution of an operator whose work is too small to be divided.
struct UndividedWork: PreparedOperator {
  /// Computes everything.
  let kernel: @Sendable (_ io: OperatorIO) -> Void
  var provider: KernelProvider { .reference }

  func run(_ io: OperatorIO) {
    kernel(io)
  }
}

/// An operator without options.
protocol OptionlessOperator: Operator {
  init()
}

extension OptionlessOperator {
  init(parsing options: OperatorOptions) throws(OperatorError) { self.init() }
}
