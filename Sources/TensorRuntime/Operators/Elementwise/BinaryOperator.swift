import TFLiteFormat
import TensorKernels

/// What the operators of two broadcast inputs share: checks, shape, execution. Their files add name, options and function.
///
/// - Inputs: two float tensors whose shapes broadcast as NumPy's do. Output: the broadcast shape.
/// - Formula: ``BinaryElementwise``.
package protocol BinaryOperator: Operator {
  /// The function of two numbers.
  static var operation: BinaryElementwise.Operation { get }
  /// Applied to the result.
  var activation: FusedActivation { get }
}

extension BinaryOperator {
  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let left = try inputs.type(0).shape
    let right = try inputs.type(1).shape
    return [try TensorType(.float32, broadcastShape(left, right))]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let problem = BinaryElementwise.Problem(
      left: try context.inputs.type(0).shape, right: try context.inputs.type(1).shape)
    let limits = activation.limits
    if context.allowsMachineCode,
      let kernel = MachineBinaryElementwise(Self.operation, problem, lower: limits.lower, upper: limits.upper)
    {
      return MachineBinary(kernel: kernel, count: context.outputs[0].elementCount)
    }
    return PreparedBinary(
      operation: Self.operation, problem: problem, count: context.outputs[0].elementCount, limits: limits,
      provider: context.provider == .reference ? .reference : .simd)
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

  var usefulThreadCount: Int { count >> 14 }

  func run(_ io: OperatorIO) {
    kernel.run(elements: io.share(of: count), left: io.input(0), right: io.input(1), output: io.output(0))
  }

  func calls(_ io: OperatorIO) -> [EmittedCall]? {
    kernel.calls(elements: io.share(of: count), left: io.input(0), right: io.input(1), output: io.output(0))
  }
}

private struct PreparedBinary: PreparedOperator {
  let operation: BinaryElementwise.Operation
  let problem: BinaryElementwise.Problem
  let count: Int
  let limits: (lower: Float, upper: Float)
  let provider: KernelProvider

  var usefulThreadCount: Int { count >> 14 }

  func run(_ io: OperatorIO) {
    let kernel = provider == .reference ? BinaryElementwise.runReference : BinaryElementwise.run
    kernel(
      operation, problem, io.share(of: count), io.input(0), io.input(1), io.output(0), limits.lower, limits.upper)
  }
}
