import MachineCode
import TFLiteFormat
import TensorKernels

/// What the operators of two broadcast inputs share: checks, shape, execution. `BinaryOperators.swift` has a few lines
/// for each.
///
/// - Inputs: two tensors of float32, int32 or int64 whose shapes broadcast as NumPy's do. Output: the broadcast shape.
/// - Formula: ``BinaryElementwise``.
package protocol BinaryOperator: TabledOperator where Function == BinaryElementwise.Operation {
  /// Applied to the result.
  var activation: FusedActivation { get }
}

/// An operator of two numbers without options.
protocol PlainBinaryOperator: BinaryOperator, OptionlessOperator {}

extension PlainBinaryOperator {
  var activation: FusedActivation { .none }
}

extension BinaryOperator {
  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let left = try inputs.type(0, of: [.float32, .int32, .int64])
    let right = try inputs.typeLikeFirst(1)
    if Self.entry.function.isQuotient, let zero = inputs.optional(1)?.constant?.firstInteger(where: { $1 == 0 }) {
      throw .value(name: "divisor", zero)
    }
    return [try TensorType(left.elementType, broadcastShape(left.shape, right.shape))]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let problem = BinaryElementwise.Problem(
      left: try context.inputs.required(0).type.shape, right: try context.inputs.required(1).type.shape)
    let (type, count) = (try context.inputs.number(0), context.outputs[0].elementCount)
    let operation = Self.entry.function
    guard type == .float32 else {
      let limits = activation.integerLimits
      return DividedWork(count, grain: ThreadGrain.elements) { elements, io in
        BinaryElementwise.run(
          operation, type, problem, elements: elements, left: io.inputBytes(0), right: io.inputBytes(1),
          output: io.outputBytes(0), limits: limits)
      }
    }
    let limits = activation.limits
    if context.allowsMachineCode,
      let kernel = MachineBinaryElementwise(operation, problem, lower: limits.lower, upper: limits.upper)
    {
      return MachineBinary(kernel: kernel, count: count)
    }
    let isReference = context.provider == .reference
    return DividedWork(count, grain: ThreadGrain.elements, provider: isReference ? .reference : .simd) { elements, io in
      let kernel = isReference ? BinaryElementwise.runReference : BinaryElementwise.run
      kernel(operation, problem, elements, io.input(0), io.input(1), io.output(0), limits.lower, limits.upper)
    }
  }
}

/// The shape that two shapes broadcast to: extents are equal, or one of them is 1; missing outer ones count as 1.
func broadcastShape(_ left: [Int], _ right: [Int]) throws(OperatorError) -> [Int] {
  let rank = max(left.count, right.count)
  var shape: [Int] = []
  for axis in 0..<rank {
    let a = axis < rank - left.count ? 1 : left[axis - (rank - left.count)]
    let b = axis < rank - right.count ? 1 : right[axis - (rank - right.count)]
    guard a == b || a == 1 || b == 1 else { throw .broadcast(left, right) }
    shape.append(a == 1 ? b : a)
  }
  return shape
}

/// Execution by emitted code, of PRELU too.
struct MachineBinary: PreparedOperator {
  let kernel: MachineBinaryElementwise
  let count: Int
  var provider: KernelProvider { .machineCode }

  var usefulShareCount: Int { count / ThreadGrain.elements }

  func run(_ io: OperatorIO) {
    kernel.run(elements: io.share(of: count), left: io.input(0), right: io.input(1), output: io.output(0))
  }

  func calls(_ io: OperatorIO) -> [EmittedCall]? {
    kernel.calls(elements: io.share(of: count), left: io.input(0), right: io.input(1), output: io.output(0))
  }
}
