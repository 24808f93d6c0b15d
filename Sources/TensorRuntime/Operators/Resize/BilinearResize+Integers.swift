import TFLiteFormat

extension BilinearResize {
  package var takesPlainIntegers: Bool { true }

  /// Plain integers by way of floats, within one of TFLite's integers, which rounds halves away from zero, too.
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let type = try form.operands.required(0).type
    let declared = try form.operands.declaredOutput()
    guard type.quantization == TensorQuantization(scale: 1, zeroPoint: 0), declared.quantization == type.quantization,
      declared.elementType == type.elementType
    else { return false }
    let floats = try form.add(Cast(to: .float32), [.input(0)])
    let resized = try form.add(self, floats + form.inputs.dropFirst())
    let half = form.add(try ConstantTensor(TensorType(.float32, [1]), bytes: Bytes([0, 0, 0, 0x3F])))
    let rounding = try form.add(Multiply(), form.add(Sign(), resized) + [half])
    try form.finish(Cast(to: type.elementType), form.add(Add(), resized + rounding))
    return true
  }
}
