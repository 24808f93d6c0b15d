/// An operator that has a form of its own for quantized tensors.
package protocol QuantizableOperator: Operator {
  /// Adds the nodes of that form; false, and none are added, if it has none for these inputs.
  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool
}
