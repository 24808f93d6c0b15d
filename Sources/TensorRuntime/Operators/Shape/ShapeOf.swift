import TFLiteFormat

/// The extents of a tensor (TFLite `SHAPE`), known when a plan is prepared.
///
/// - Input: any tensor. Output: its extents, outermost first, as int32 or int64.
package struct ShapeOf: Operator, TypedOperation {
  package static let tfliteName = "SHAPE"
  package static let builtinCode = 77

  private let elementType: ElementType

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    let code = try options.byte(0)
    switch ElementType(rawValue: UInt8(truncatingIfNeeded: code)) {
    // The schema's default is float32, which no converter writes.
    case .int32: elementType = .int32
    case .int64: elementType = .int64
    default: throw .option(name: "out_type", value: code)
    }
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try TensorType(elementType, [try inputs.required(0).type.shape.count])]
  }

  package func knownOutputs(for inputs: Operands) throws(OperatorError) -> [ConstantTensor]? {
    let shape = try inputs.required(0).type.shape
    return [try ConstantTensor(integers: shape, as: elementType, shape: [shape.count])]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    KnownValues(try knownOutputs(for: context.inputs) ?? [])
  }

  package func readsAtRunTime(_ index: Int) -> Bool { false }
}
