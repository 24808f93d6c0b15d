import TFLiteFormat
import TensorKernels

/// Numbers of another type (TFLite `CAST`), which the options name.
///
/// - Formula: ``NumberConversion``. Where C++ leaves a conversion open (floats outside the integers, NaN), LiteRT gives what its processor does.
struct Cast: Operator {
  static let tfliteName = "CAST"
  static let builtinCode = 53

  private static let elementTypes: [ElementType] = [.float32, .int64, .int32, .int16, .int8, .uint8, .bool]

  let target: ElementType

  init(parsing options: OperatorOptions) throws(OperatorError) {
    let code = try options.byte(1)
    guard let type = ElementType(rawValue: UInt8(truncatingIfNeeded: code)), Self.elementTypes.contains(type) else {
      throw .option(name: "out_data_type", value: code)
    }
    target = type
  }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try TensorType(target, inputs.type(0, of: Self.elementTypes).shape)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let source = try context.inputs.number(0)
    guard let target = target.number else { throw .elementTypeNotSupported(target) }
    return DividedWork(context.outputs[0].elementCount, worthwhile: 1 << 14) { elements, io in
      NumberConversion.run(from: source, to: target, elements, io.inputBytes(0), io.outputBytes(0))
    }
  }
}
