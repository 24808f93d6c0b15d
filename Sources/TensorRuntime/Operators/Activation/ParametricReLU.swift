import TFLiteFormat
import TensorKernels

/// Negative values times a learned slope (TFLite `PRELU`).
///
/// - Inputs: a float tensor; slopes whose shape broadcasts to the tensor's. Output: the first input's shape.
/// - Formula: `x < 0 ? x · slope : x`.
package struct ParametricReLU: Operator, TypedOperation {
  package static let tfliteName = "PRELU"
  package static let builtinCode = 54

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0)
    let slopes = try inputs.type(1).shape
    guard try broadcastShape(input.shape, slopes) == input.shape else {
      throw .inputShape(input: 1, expected: "a shape that broadcasts to \(input.shape)", found: slopes)
    }
    return [input]
  }

  package func rowDependence(inputs: Operands) -> RowDependence? { .sameRow }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let operands = BroadcastPair(
      left: try context.inputs.type(0).shape, right: try context.inputs.type(1).shape)
    return context.prepared(PReLU.family, PReLU.Problem(operands), grain: ThreadGrain.elements)
  }
}

extension ParametricReLU: FusibleActivation {
  package func fusedActivation(_ inputs: Operands) -> FusedActivation? {
    guard inputs.count == 2, let slopes = inputs.optional(1)?.constant,
      let channels = inputs.optional(0)?.type.shape.last, slopes.type.elementCount == channels,
      slopes.type.shape.last == channels
    else { return nil }
    var values = [Float](repeating: 0, count: channels)
    values.withUnsafeMutableBytes { values in slopes.withUnsafeBytes { values.copyMemory(from: $0) } }
    let areFinite = values.withUnsafeBufferPointer { values in
      values.baseAddress.map { PreparationCode.areFinite($0, count: channels) } ?? true
    }
    return areFinite ? .slopes(values) : nil
  }
}
