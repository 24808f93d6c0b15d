import TFLiteFormat
import TensorKernels

/// What the reductions share: options, checks, shape, execution. `ReductionOperators.swift` has a few lines
/// for each.
///
/// - Inputs: a tensor of float32, int32 or int64, unless the table says otherwise; its axes to reduce, a constant,
///   counted from the end if negative. Integers with a scale are reduced themselves only by their order.
/// - Output: the other axes, or all of them with extent 1 for the reduced ones when `keep_dims` is set.
package protocol ReductionOperator: TabledOperator, TypedOperation where Function == Reduction.Operation {
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
    // Means and products of quantized integers are not those of the integers.
    guard input.quantization == nil || ![.int8, .uint8, .int16].contains(input.elementType) || keepsOrder else {
      throw .inputType(input: 0, expected: [.float32, .int32, .int64], found: input.elementType)
    }
    let shape = input.shape
    let isReduced = try reducedAxes(inputs, rank: shape.count)
    var result: [Int] = []
    for axis in 0..<shape.count {
      if !isReduced[axis] { result.append(shape[axis]) } else if keepsDimensions { result.append(1) }
    }
    return [try TensorType(input.elementType, result)]
  }

  /// Whether a result is one of the elements.
  private var keepsOrder: Bool { [.maximum, .minimum].contains(Self.entry.function) }

  private func reducedAxes(_ inputs: Operands, rank: Int) throws(OperatorError) -> [Bool] {
    var isReduced = [Bool](repeating: false, count: rank)
    for axis in try inputs.integers(1) { isReduced[try Operands.axis(axis, rank: rank)] = true }
    return isReduced
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    let isReduced = try reducedAxes(context.inputs, rank: shape.count)
    let groupCount = zip(shape, isReduced).reduce(1) { $1.1 ? $0 * $1.0 : $0 }
    return context.prepared(
      Reduction.family,
      Reduction.Problem(
        Self.entry.function, shape: shape, isReduced: isReduced, element: try context.inputs.number(0)),
      grain: ThreadGrain.rows(of: groupCount))
  }
}
