import KernelChoice
import TFLiteFormat
import TensorKernels

/// A pooling of quantized bytes, in integers.
///
/// - Input: int8 or uint8 `[batch, height, width, channels]`, with the output's scale. Output: fewer pixels.
struct QuantizedPool: NodeOperation {
  let name: String
  let operation: Pooling.Operation
  let options: PoolOptions

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: [.int8, .uint8], rank: 4...4)
    let range = try ByteScale(inputs.declaredOutput(), "the output", activation: options.activation).range
    let problem = try options.problem(operation, input.shape, .bytes(range))
    let output = try inputs.quantizedOutput(problem.outputShape, like: input)
    guard output.quantization == input.quantization else {
      throw .quantization("the output", expected: "the input's scale and zero point")
    }
    return KeptInference(OperationBox(self), outputs: [output], repeatedWork: problem.tapCount) {
      context throws(OperatorError) in context.prepared(Pooling.family, problem)
    }
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
