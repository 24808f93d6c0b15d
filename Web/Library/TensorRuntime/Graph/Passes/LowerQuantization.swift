import TFLiteFormat

extension Graph {
  /// There is nothing to lower.
  package mutating func lowerQuantization(_ lowering: Lowering, deadline: Deadline?) throws(ModelError) {}
}

extension AnyOperation {
  /// Hand networks have quantized weights at most, which are dequantized when a model is loaded: an operator on other
  /// quantized tensors is refused.
  func inferLowered(_ operands: Operands, _ lowering: Lowering) throws(OperatorError) -> any Inference {
    guard !readsQuantized else { return try infer(operands) }
    for index in 0..<operands.count {
      guard let operand = operands.optional(index) else { continue }
      let type = operand.type
      guard !type.isQuantized, !type.isQuantizedInt16, operand.constant?.isInBlocks != true else {
        throw .elementTypeNotSupported(type.elementType)
      }
    }
    return try infer(operands)
  }
}

extension NodeOperation {
  /// Operators of hand networks have no forms: several filters of a depthwise convolution for each channel, or an
  /// activation of a concatenation.
  func inferForm(_ inputs: Operands) throws(OperatorError) -> any Inference {
    throw .quantization("the operator", expected: "a form, which modules for web pages leave out")
  }
}
