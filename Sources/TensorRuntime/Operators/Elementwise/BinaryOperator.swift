import KernelChoice
import TFLiteFormat
import TensorKernels

/// What the operators of two broadcast inputs share: checks, shape, execution. `BinaryOperators.swift` has a few lines
/// for each.
///
/// - Inputs: two tensors of float32, int32 or int64, unless the table says otherwise, or plain integers of 8 or 16
///   bits where it has int32. Their shapes broadcast as NumPy's do. Output: the broadcast shape.
/// - Formula: ``BinaryElementwise``.
package protocol BinaryOperator: TabledOperator where Function == BinaryElementwise.Operation {
  /// The activation applied to the result.
  var activation: FusedActivation { get }
}

/// An operator of two numbers without options.
protocol PlainBinaryOperator: BinaryOperator, OptionlessOperator {}

extension PlainBinaryOperator {
  var activation: FusedActivation { .none }
}

extension BinaryOperator {
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.inferBinary(
      OperationBox(self), Self.entry.function, activation, of: Self.entry.elementTypes ?? [.float32, .int32, .int64])
  }
}

extension Operands {
  /// The same for all operators, so that there is one copy of the code.
  fileprivate func inferBinary(
    _ operation: any AnyOperation, _ function: BinaryElementwise.Operation, _ activation: FusedActivation,
    of elementTypes: [ElementType]
  ) throws(OperatorError) -> any Inference {
    try expectCount(2...2)
    // A limit would apply before results wrap around.
    if activation.isNone, let widened = try inferWidened(operation, besides: elementTypes) { return widened }
    let left = try type(0, of: elementTypes)
    let right = try typeLikeFirst(1)
    if function.isQuotient, let zero = optional(1)?.constant?.firstInteger(where: { $1 == 0 }) {
      throw .value(name: "divisor", zero)
    }
    let output = try TensorType(left.elementType, broadcastShape(left.shape, right.shape))
    let (lower, upper) = activation.limits
    let problem = BinaryElementwise.Problem(
      function, BroadcastPair(left: left.shape, right: right.shape), element: try number(0), lower: lower, upper: upper)
    return KeptInference(operation, outputs: [output], rowDependence: .sameRow) { context throws(OperatorError) in
      context.prepared(BinaryElementwise.family, problem)
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
