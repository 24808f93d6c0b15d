import TFLiteFormat

/// The extents of a tensor (TFLite `SHAPE`), known when a plan is prepared.
///
/// - Input: any tensor. Output: its extents, outermost first, as int32 or int64.
package struct ShapeOf: KnownOperator {
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

  package func output(for input: TensorType) throws(OperatorError) -> ConstantTensor {
    try ConstantTensor(integers: input.shape, as: elementType, shape: [input.shape.count])
  }
}
