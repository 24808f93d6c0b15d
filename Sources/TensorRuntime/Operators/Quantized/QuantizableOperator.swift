/// An operator that has its own form for quantized tensors.
package protocol QuantizableOperator: Operator {
  /// Adds the nodes of that form; false, without adding any, if it has none for these inputs.
  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool
}
