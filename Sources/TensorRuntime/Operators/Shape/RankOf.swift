import TFLiteFormat

/// The number of a tensor's dimensions (TFLite `RANK`), known when a plan is prepared.
///
/// - Input: any tensor. Output: an int32 scalar.
package struct RankOf: Operator, TypedOperation {
  package static let tfliteName = "RANK"
  package static let builtinCode = 110

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    _ = try inputs.required(0)
    return [try TensorType(.int32, [])]
  }

  package func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]? {
    let rank = try inputs.required(0).type.shape.count
    return [try ConstantTensor(integers: [rank], as: .int32, shape: [])]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    KnownValues(try knownOutputs(for: context.inputs) ?? [])
  }

  package func readsAtRunTime(_ index: Int) -> Bool { false }
}
