import KernelChoice
import TFLiteFormat
import TensorKernels

/// Numbers of another type (TFLite `CAST`): that of the output in the file, otherwise the one that the options name.
/// Of complex numbers, the real parts; of quantized ones, the integers. Floats are rounded to the nearest half.
///
/// - Formula: ``NumberConversion``, ``HalfPrecision``. As an integer, NaN is 0; in LiteRT it is the largest one.
struct Cast: Operator, TypedOperation {
  static let tfliteName = "CAST"
  static let builtinCode = 53

  private static let elementTypes: [ElementType] = [
    .float32, .float16, .int64, .int32, .int16, .int8, .uint8, .bool, .float64, .uint32, .uint16,
  ]

  private let typeCode: Int

  init(parsing options: OperatorOptions) throws(OperatorError) {
    typeCode = try options.byte(1)
  }

  init(to type: ElementType) { typeCode = Int(type.rawValue) }

  private func target(_ inputs: Operands) throws(OperatorError) -> ElementType {
    let target =
      inputs.declaredOutputs.first?.elementType ?? ElementType(rawValue: UInt8(truncatingIfNeeded: typeCode))
    guard let target, Self.elementTypes.contains(target) else {
      throw .option(name: "out_data_type", value: typeCode)
    }
    return target
  }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try TensorType(target(inputs), inputs.type(0, of: Self.elementTypes).shape)]
  }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let types = [try inputs.required(0).type.elementType, try target(inputs)]
    guard types[0] != .complex64, types != [.float16, .float32] else { return try inferForm(inputs) }
    return InferredTypes(use: self, outputs: try outputTypes(for: inputs))
  }

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    try form.operands.expectCount(1...1)
    let target = try target(form.operands)
    switch try form.operands.required(0).type.elementType {
    case .complex64: try form.finish(self, form.add(RealPart(), form.inputs))
    // Which passes know.
    case .float16 where target == .float32: try form.finish(Dequantize(), form.inputs)
    case .float16, .float32: try form.finish(self, form.inputs)
    default: try form.finishPlain(self)
    }
    return true
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let source = try context.inputs.required(0).type.elementType.converted()
    let output = context.outputs[0]
    let target = try output.elementType.converted()
    return context.prepared(
      NumberConversion.family,
      NumberConversion.Problem(from: source, to: target, count: output.elementCount))
  }
}

extension ElementType {
  fileprivate func converted() throws(OperatorError) -> NumberConversion.Number {
    switch self {
    case .float64: return .float64
    case .float16: return .float16
    case .uint32: return .uint32
    case .uint16: return .uint16
    default:
      guard let number else { throw .elementTypeNotSupported(self) }
      return .type(number)
    }
  }
}
