import TFLiteFormat
import TensorKernels

/// A pooling of quantized bytes, in integers.
///
/// - Input: int8 or uint8 `[batch, height, width, channels]`, with the output's scale. Output: fewer pixels.
struct QuantizedPool: TypedOperation {
  let name: String
  let operation: Pooling.Operation
  let options: PoolOptions

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: [.int8, .uint8], rank: 4...4)
    let window = try window(input.shape)
    let output = try inputs.quantizedOutput(
      [input.shape[0], window.outputHeight, window.outputWidth, input.shape[3]], like: input)
    guard output.quantization == input.quantization else {
      throw .quantization("the output", expected: "the input's scale and zero point")
    }
    return [output]
  }

  private func window(_ shape: [Int]) throws(OperatorError) -> Window2D {
    try options.window.window(input: (shape[1], shape[2]), filter: (options.filterHeight, options.filterWidth))
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    let range = try ByteScale(context.outputs[0], "the output", activation: options.activation).range
    return context.prepared(
      Pooling.family,
      Pooling.Problem(
        operation: operation, batch: shape[0], channels: shape[3], window: try window(shape), .bytes(range)))
  }

  func repeatedWork(inputs: Operands, outputs: [TensorType]) -> Int {
    saturatingProduct(options.taps(inputs.optional(0)?.type.shape ?? []), outputs[0].elementCount)
  }
}

extension PoolOperator {
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    if form.hasInt16Input { return false }
    let operation = Self.entry.function
    switch operation {
    case .average: break
    case .maximum:
      let (input, output) = (try form.operands.required(0).type, try form.operands.declaredOutput())
      // Bytes can be compared only with equal quantization.
      guard input.isQuantized, output.elementType == input.elementType, output.quantization == input.quantization
      else { return false }
    case .rootMeanSquare: return false
    }
    try form.finish(QuantizedPool(name: name, operation: operation, options: options), form.inputs)
    return true
  }
}
