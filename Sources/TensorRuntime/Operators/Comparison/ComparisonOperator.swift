import KernelChoice
import TFLiteFormat
import TensorKernels

/// Shared by the comparisons, each of which is a line of `ComparisonOperators.swift`.
///
/// - Inputs: two tensors of the same element type whose shapes broadcast as NumPy's do.
/// - Output: Booleans of the broadcast shape.
protocol ComparisonOperator: TabledOperator, OptionlessOperator where Function == ElementComparison {}

extension ComparisonOperator {
  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.inferComparison(
      OperationBox(self), Self.entry.function, of: Self.entry.elementTypes ?? [.float32, .int32, .int64, .int8, .uint8])
  }
}

extension Operands {
  /// The same for all operators, so that there is one copy of the code.
  fileprivate func inferComparison(
    _ operation: any AnyOperation, _ comparison: ElementComparison, of elementTypes: [ElementType]
  ) throws(OperatorError) -> any Inference {
    try expectCount(2...2)
    if let widened = try inferWidened(operation, besides: elementTypes) { return widened }
    let left = try type(0, of: elementTypes).shape, right = try typeLikeFirst(1).shape
    let output = try TensorType(.bool, broadcastShape(left, right))
    let problem = ElementComparison.Problem(
      comparison, BroadcastPair(left: left, right: right), element: try number(0))
    return KeptInference(operation, outputs: [output]) { context throws(OperatorError) in
      context.prepared(ElementComparison.family, problem)
    }
  }
}
