import MachineCode
import TFLiteFormat
import TensorKernels

/// What the reductions share: options, checks, shape, execution. `ReductionOperators.swift` has a few lines
/// for each.
///
/// - Inputs: a tensor of float32, int32 or int64, or as the table says; its axes to reduce, a constant, counted from
///   the end when negative.
/// - Output: the other axes, or all of them with extent 1 for the reduced ones when `keep_dims` is set.
package protocol ReductionOperator: TabledOperator where Function == Reduction.Operation {
  /// Whether reduced axes stay, with extent 1.
  var keepsDimensions: Bool { get }
  /// The operator with its option.
  init(keepsDimensions: Bool)
}

extension ReductionOperator {
  package init(parsing options: OperatorOptions) throws(OperatorError) {
    self.init(keepsDimensions: try options.flag(0))
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: Self.entry.elementTypes ?? [.float32, .int32, .int64])
    let shape = input.shape
    let isReduced = try reducedAxes(inputs, rank: shape.count)
    var result: [Int] = []
    for axis in 0..<shape.count {
      if !isReduced[axis] { result.append(shape[axis]) } else if keepsDimensions { result.append(1) }
    }
    return [try TensorType(input.elementType, result)]
  }

  private func reducedAxes(_ inputs: Operands, rank: Int) throws(OperatorError) -> [Bool] {
    var isReduced = [Bool](repeating: false, count: rank)
    for axis in try inputs.integers(1) { isReduced[try Operands.axis(axis, rank: rank)] = true }
    return isReduced
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    let type = try context.inputs.number(0)
    let isReduced = try reducedAxes(context.inputs, rank: shape.count)
    let operation = Self.entry.function
    guard type == .float32 else {
      let groups = ReductionGroups(shape: shape, isReduced: isReduced)
      return DividedWork(groups.count, grain: ThreadGrain.rows(of: groups.groupCount)) { some, io in
        Reduction.run(operation, type, groups, some, io.inputBytes(0), io.outputBytes(0))
      }
    }
    if context.allowsMachineCode,
      let kernel = MachineReduction(operation, shape: shape, isReduced: isReduced)
    {
      return PreparedMachineReduction(kernel: kernel)
    }
    return UndividedWork {
      Reduction.run(operation, shape: shape, isReduced: isReduced, input: $0.input(0), output: $0.output(0))
    }
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
