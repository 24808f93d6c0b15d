import TFLiteFormat
import TensorKernels

/// The softmax of quantized bytes along the last axis, in integers.
///
/// - Input: int8 or uint8, at least one dimension. Output: the same shape and type; its scale is 1/256.
/// - Formula: ``RowNormalization/ByteSoftmax``.
struct QuantizedSoftmax: RowOperator {
  let name: String
  let softmax: RowNormalization.ByteSoftmax
  /// Element type and quantization of the output.
  let type: TensorType

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let input = try inputs.type(0, of: [type.elementType], rank: 1...8)
    guard RowNormalization.ByteSoftmax.lengths.contains(input.shape.last ?? 0) else {
      throw .inputShape(input: 0, expected: "a last extent of 1 to 4095", found: input.shape)
    }
    return try inputs.inferRows(OperationBox(self), normalization, output: type.reshaped(input.shape))
  }

  var normalization: RowNormalization.Operation { .byteSoftmax(softmax) }
}

extension Softmax {
  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    try form.operands.expectCount(1...1)
    let (input, output) = (try form.operands.required(0).type, try form.operands.declaredOutput())
    guard input.isQuantized, output.elementType == input.elementType,
      RowNormalization.ByteSoftmax.lengths.contains(input.shape.last ?? 0)
    else { return false }
    let (from, to) = (try ByteScale(input, "input 0"), try ByteScale(output, "the output"))
    // As in TFLite.
    guard to.range.zeroPoint == to.range.lower, abs(to.scale * 256 - 1) <= 1e-3,
      let softmax = RowNormalization.ByteSoftmax(scale: Double(beta) * Double(from.scale))
    else { return false }
    try form.finish(QuantizedSoftmax(name: name, softmax: softmax, type: output), form.inputs)
    return true
  }
}
