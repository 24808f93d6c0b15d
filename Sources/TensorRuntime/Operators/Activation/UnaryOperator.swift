import TFLiteFormat
import TensorKernels

/// What the operators of one float input and a like-shaped output share. Their files add name, options and function.
package protocol UnaryOperator: Operator {
  /// The provider of ``apply(_:_:_:)`` when `requested` is asked for.
  static func provider(requested: KernelProvider?) -> KernelProvider

  /// The function as emitted code; nil where none can be emitted.
  static func machineKernel() -> MachineUnaryElementwise?

  /// Computes elements `range` of the flattened tensor with a kernel of `provider`.
  func apply(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    provider: KernelProvider)
}

extension UnaryOperator {
  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try inputs.type(0)]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    if context.allowsMachineCode, let kernel = Self.machineKernel() {
      return MachineUnary(kernel: kernel, count: context.outputs[0].elementCount)
    }
    return PreparedUnary(
      operation: self, count: context.outputs[0].elementCount,
      provider: Self.provider(requested: context.provider))
  }
}

private struct MachineUnary: PreparedOperator {
  let kernel: MachineUnaryElementwise
  let count: Int
  var provider: KernelProvider { .machineCode }

  var usefulThreadCount: Int { count >> 12 }

  func run(_ io: OperatorIO) {
    kernel.run(io.share(of: count), io.input(0), io.output(0))
  }

  func calls(_ io: OperatorIO) -> [EmittedCall]? {
    [kernel.call(io.share(of: count), io.input(0), io.output(0))]
  }
}

private struct PreparedUnary<Operation: UnaryOperator>: PreparedOperator {
  let operation: Operation
  let count: Int
  let provider: KernelProvider

  var usefulThreadCount: Int { count >> 12 }

  func run(_ io: OperatorIO) {
    operation.apply(io.share(of: count), io.input(0), io.output(0), provider: provider)
  }
}
