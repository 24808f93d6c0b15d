import TFLiteFormat
import TensorKernels

/// Shared by the comparisons, each of which is a line of `ComparisonOperators.swift`.
///
/// - Inputs: two tensors of the same element type whose shapes broadcast as NumPy's do.
/// - Output: Booleans of the broadcast shape.
protocol ComparisonOperator: TabledOperator, OptionlessOperator, TypedOperation
where Function == ElementComparison {}

extension ComparisonOperator {
  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let left = try inputs.type(0, of: Self.entry.elementTypes ?? [.float32, .int32, .int64, .int8, .uint8]).shape
    let right = try inputs.typeLikeFirst(1).shape
    return [try TensorType(.bool, broadcastShape(left, right))]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let operands = BroadcastPair(
      left: try context.inputs.required(0).type.shape, right: try context.inputs.required(1).type.shape)
    return context.prepared(
      ElementComparison.family,
      ElementComparison.Problem(Self.entry.function, operands, element: try context.inputs.number(0)),
      grain: ThreadGrain.elements)
  }
}
