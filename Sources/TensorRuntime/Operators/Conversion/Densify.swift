import TFLiteFormat
import TensorKernels

/// A sparse constant as a plain tensor (TFLite `DENSIFY`), which models use to omit the zeros of pruned weights.
///
/// - Input: a constant, which the file stores sparsely. Output: the same type and shape.
package struct Densify: Operator, TypedOperation {
  package static let tfliteName = "DENSIFY"
  package static let builtinCode = 124

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package var readsQuantized: Bool { true }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    _ = try inputs.constant(0)
    return [try inputs.type(0, of: movableTypes)]
  }

  /// The constant itself: reading it fills in its zeros.
  package func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]? {
    [try inputs.constant(0)]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let output = context.outputs[0]
    return MovedElements(Movement(to: output, [Move(all: output)]), context)
  }
}
