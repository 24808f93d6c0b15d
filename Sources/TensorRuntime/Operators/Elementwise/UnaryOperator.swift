import MachineCode
import TFLiteFormat
import TensorKernels

/// What the operators of one input and a like-shaped output share. Those without options, ``PlainUnaryOperator``, have
/// a line in a table.
///
/// - Input: a tensor of one of ``elementTypes``. Output: its type and shape.
package protocol UnaryOperator: Operator {
  /// The function of one number.
  var function: UnaryFunction { get }
  /// What the elements may be.
  static var elementTypes: [ElementType] { get }
}

/// An operator of one number without options.
package protocol PlainUnaryOperator: UnaryOperator, TabledOperator, OptionlessOperator
where Function == UnaryFunction {}

extension PlainUnaryOperator {
  package static var elementTypes: [ElementType] { entry.elementTypes ?? [.float32] }
  package var function: UnaryFunction { Self.entry.function }
}

/// An operator that is an activation by itself, and that a pass may move into the operator before it.
package protocol ClampOperator: UnaryOperator, TabledOperator, OptionlessOperator where Function == FusedActivation {}

extension ClampOperator {
  package var function: UnaryFunction {
    .limit(lower: Self.entry.function.limits.lower, upper: Self.entry.function.limits.upper)
  }
}

extension UnaryOperator {
  package static var elementTypes: [ElementType] { [.float32] }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try inputs.type(0, of: Self.elementTypes)]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let (function, type, count) = (function, try context.inputs.number(0), context.outputs[0].elementCount)
    guard type == .float32 else {
      return DividedWork(count, grain: ThreadGrain.elements) {
        function.run(type, $0, $1.inputBytes(0), $1.outputBytes(0))
      }
    }
    if context.allowsMachineCode, let kernel = MachineUnaryElementwise(function) {
      return MachineUnary(kernel: kernel, count: count)
    }
    if context.provider != .reference, let kernel = function.vectorKernel {
      return DividedWork(count, grain: ThreadGrain.costlyElements, provider: .simd) {
        kernel($0, $1.input(0), $1.output(0))
      }
    }
    return DividedWork(count, grain: ThreadGrain.costlyElements) { function.run($0, $1.input(0), $1.output(0)) }
  }
}

private struct MachineUnary: PreparedOperator {
  let kernel: MachineUnaryElementwise
  let count: Int
  var provider: KernelProvider { .machineCode }

  var usefulShareCount: Int { count / ThreadGrain.costlyElements }

  func run(_ io: OperatorIO) {
    kernel.run(io.share(of: count), io.input(0), io.output(0))
  }

  func calls(_ io: OperatorIO) -> [EmittedCall]? {
    [kernel.call(io.share(of: count), io.input(0), io.output(0))]
  }
}
