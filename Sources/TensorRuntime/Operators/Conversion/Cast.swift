import TFLiteFormat
import TensorKernels

/// Numbers of another type (TFLite `CAST`): that of the output in the file, otherwise the one that the options name.
/// Of complex numbers, the real parts.
///
/// - Formula: ``NumberConversion``. NaN becomes 0; in LiteRT it becomes the largest integer.
struct Cast: Operator, TypedOperation {
  static let tfliteName = "CAST"
  static let builtinCode = 53

  private static let elementTypes: [ElementType] = [.float32, .int64, .int32, .int16, .int8, .uint8, .bool]

  private let typeCode: Int

  init(parsing options: OperatorOptions) throws(OperatorError) {
    typeCode = try options.byte(1)
  }

  init(to type: ElementType) { typeCode = Int(type.rawValue) }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: Self.elementTypes)
    let target =
      (try? inputs.declaredOutput().elementType) ?? ElementType(rawValue: UInt8(truncatingIfNeeded: typeCode))
    guard let target, Self.elementTypes.contains(target) else { throw .option(name: "out_data_type", value: typeCode) }
    return [try TensorType(target, input.shape)]
  }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    guard !isComplex(inputs) else { return try inferForm(inputs) }
    return InferredTypes(use: self, outputs: try outputTypes(for: inputs))
  }

  private func isComplex(_ inputs: Operands) -> Bool { inputs.optional(0)?.type.elementType == .complex64 }

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    guard isComplex(form.operands) else { return false }
    try form.finish(self, try form.add(RealPart(), form.inputs))
    return true
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let source = try context.inputs.number(0)
    let output = context.outputs[0]
    guard let target = output.elementType.number else { throw .elementTypeNotSupported(output.elementType) }
    return context.prepared(
      NumberConversion.family,
      NumberConversion.Problem(from: source, to: target, count: output.elementCount), grain: ThreadGrain.elements)
  }
}
