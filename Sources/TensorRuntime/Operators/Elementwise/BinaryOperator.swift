import TFLiteFormat
import TensorKernels

/// What the operators of two broadcast inputs share: checks, shape, execution. `BinaryOperators.swift` has a few lines
/// for each.
///
/// - Inputs: two tensors of float32, int32 or int64, unless the table says otherwise, whose shapes broadcast as
///   NumPy's do. Output: the broadcast shape.
/// - Formula: ``BinaryElementwise``.
package protocol BinaryOperator: TabledOperator, TypedOperation
where Function == BinaryElementwise.Operation {
  /// The activation applied to the result.
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
    let left = try inputs.type(0, of: Self.entry.elementTypes ?? [.float32, .int32, .int64])
    let right = try inputs.typeLikeFirst(1)
    if Self.entry.function.isQuotient, let zero = inputs.optional(1)?.constant?.firstInteger(where: { $1 == 0 }) {
      throw .value(name: "divisor", zero)
    }
    return [try TensorType(left.elementType, broadcastShape(left.shape, right.shape))]
  }

  package func rowDependence(inputs: Operands) -> RowDependence? { .sameRow }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let operands = BroadcastPair(
      left: try context.inputs.required(0).type.shape, right: try context.inputs.required(1).type.shape)
    let problem = BinaryElementwise.Problem(
      Self.entry.function, operands, element: try context.inputs.number(0), lower: activation.limits.lower,
      upper: activation.limits.upper)
    return context.prepared(BinaryElementwise.family, problem, grain: ThreadGrain.elements)
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
