import TFLiteFormat

extension Operands {
  /// The form of an operator of two plain integers of 8 or 16 bits, which no kernel takes: int32 and back, which wraps
  /// around as they do. Nil for other elements.
  ///
  /// - Parameter elementTypes: those that kernels take.
  func inferWidened(
    _ operation: any AnyOperation, besides elementTypes: [ElementType]
  ) throws(OperatorError) -> (any Inference)? {
    guard let narrow = optional(0)?.type, [.int8, .uint8, .int16].contains(narrow.elementType),
      narrow.quantization == nil, elementTypes.contains(.int32), !elementTypes.contains(narrow.elementType)
    else { return nil }
    _ = try typeLikeFirst(1)
    var form = QuantizedForm(self, Lowering())
    var wide: [QuantizedForm.Tensor?] = []
    for input in form.inputs { wide += try form.add(Cast(to: .int32), [input]) }
    let result = try operation.infer(form.operands(of: wide)).outputs[0].elementType
    if result == .int32 {
      try form.finish(Cast(to: narrow.elementType), form.add(operation, wide))
    } else {
      try form.finish(operation, wide)
    }
    return InferredForm(operation: operation, form: form)
  }
}
