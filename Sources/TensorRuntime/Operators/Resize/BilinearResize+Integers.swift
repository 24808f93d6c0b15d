import TFLiteFormat

extension BilinearResize {
  package var takesPlainIntegers: Bool { true }

  /// Plain integers by way of floats, within one of TFLite's integers.
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let type = try form.operands.required(0).type
    guard type.quantization == TensorQuantization(scale: 1, zeroPoint: 0) else { return false }
    let floats = try form.add(Cast(to: .float32), [.input(0)])
    let resized = try form.add(self, floats + form.inputs.dropFirst())
    try form.finish(Cast(to: type.elementType), form.add(Round(), resized))
    return true
  }
}
