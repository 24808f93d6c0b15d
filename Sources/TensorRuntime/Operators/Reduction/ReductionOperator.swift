import TFLiteFormat
import TensorKernels

/// What the reductions share: options, checks, shape, execution. Their files add name and function.
///
/// - Inputs: a float tensor; its axes to reduce, a constant, counted from the end when negative.
/// - Output: the other axes, or all of them with extent 1 for the reduced ones when `keep_dims` is set.
package protocol ReductionOperator: Operator {
  /// What a group of elements gives.
  static var operation: Reduction.Operation { get }
  /// Whether reduced axes stay, with extent 1.
  var keepsDimensions: Bool { get }
}

extension ReductionOperator {
  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let shape = try inputs.type(0).shape
    let isReduced = try reducedAxes(inputs, rank: shape.count)
    var result: [Int] = []
    for axis in 0..<shape.count {
      if !isReduced[axis] { result.append(shape[axis]) } else if keepsDimensions { result.append(1) }
    }
    return [try TensorType(.float32, result)]
  }

  private func reducedAxes(_ inputs: Operands, rank: Int) throws(OperatorError) -> [Bool] {
    var isReduced = [Bool](repeating: false, count: rank)
    for axis in try inputs.integers(1) { isReduced[try Operands.axis(axis, rank: rank)] = true }
    return isReduced
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.type(0).shape
    let isReduced = try reducedAxes(context.inputs, rank: shape.count)
    if context.allowsMachineCode,
      let kernel = MachineReduction(Self.operation, shape: shape, isReduced: isReduced)
    {
      return PreparedMachineReduction(kernel: kernel)
    }
    return PreparedReduction(operation: Self.operation, shape: shape, isReduced: isReduced)
  }
}

private struct PreparedMachineReduction: PreparedOperator {
  let kernel: MachineReduction
  var provider: KernelProvider { .machineCode }

  func run(_ io: OperatorIO) {
    kernel.run(input: io.input(0), output: io.output(0))
  }

  func calls(_ io: OperatorIO) -> [EmittedCall]? {
    kernel.call(input: io.input(0), output: io.output(0)).map { [$0] } ?? []
  }
}

private struct PreparedReduction: PreparedOperator {
  let operation: Reduction.Operation
  let shape: [Int]
  let isReduced: [Bool]
  var provider: KernelProvider { .reference }

  func run(_ io: OperatorIO) {
    Reduction.run(operation, shape: shape, isReduced: isReduced, input: io.input(0), output: io.output(0))
  }
}
