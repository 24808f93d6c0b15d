import TFLiteFormat
import TensorKernels

/// The largest elements of each row, and their indices (TFLite `TOPK_V2`).
///
/// - Inputs: numbers of at least one dimension; how many to choose, a constant of int32, int64 or int16.
/// - Outputs: values, largest first, and their indices, int32 or, if the file says so, int16; the input's shape with
///   the last extent replaced.
/// - Edge cases: the earlier of equal elements comes first.
struct TopK: OptionlessOperator {
  static let tfliteName = "TOPK_V2"
  static let builtinCode = 48

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    if Self.hasShortIndices(inputs) { return try inferForm(inputs) }
    let input = try inputs.type(0, of: [.float32, .int32, .int64, .int16, .int8, .uint8], rank: 1...8)
    let length = input.shape[input.shape.count - 1]
    let count = try inputs.integers(1, count: 1, as: "one element", or: [.int16])[0]
    guard (0...length).contains(count) else { throw .value(name: "k", count) }
    let rows = Array(input.shape.dropLast()), shape = rows + [count]
    let outputs = [
      try TensorType(input.elementType, shape, quantization: input.quantization), try TensorType(.int32, shape),
    ]
    let problem = LargestElements.Problem(
      LargestElements(length: length, count: count), rows: rows.reduce(1, *), element: try inputs.number(0))
    // Each element may sink through a heap, which waits for memory if large.
    let work = saturatingProduct(input.elementCount, 4, Int.bitWidth - count.leadingZeroBitCount)
    return KeptInference(OperationBox(self), outputs: outputs, repeatedWork: work) { context throws(OperatorError) in
      context.prepared(LargestElements.family, problem)
    }
  }

  private static func hasShortIndices(_ inputs: Operands) -> Bool {
    inputs.declaredOutputs.count == 2 && inputs.declaredOutputs[1].elementType == .int16
  }

  func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    guard Self.hasShortIndices(form.operands) else { return false }
    let indices = try form.finish(OperationBox(self), form.inputs) {
      $0.elementType == .int32 && $1.elementType == .int16
    }
    for (output, tensor) in indices { try form.finish(Cast(to: .int16), [tensor], output: output) }
    return true
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }
}
