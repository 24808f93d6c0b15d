import TFLiteFormat
import TensorKernels

/// The largest elements of each row, and their indices (TFLite `TOPK_V2`).
///
/// - Inputs: numbers of at least one dimension; how many to choose, an int32 constant. Outputs: values, largest first,
///   and their int32 indices; the input's shape with the last extent replaced.
/// - Edge cases: the earlier of equal elements comes first.
struct TopK: OptionlessOperator {
  static let tfliteName = "TOPK_V2"
  static let builtinCode = 48

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: [.float32, .int32, .int64, .int16, .int8, .uint8], rank: 1...8)
    let length = input.shape[input.shape.count - 1]
    let counts = try inputs.integers(1)
    guard counts.count == 1 else {
      throw .inputShape(input: 1, expected: "one element", found: try inputs.required(1).type.shape)
    }
    guard counts[0] >= 0, counts[0] <= length else { throw .value(name: "k", counts[0]) }
    let rows = Array(input.shape.dropLast()), shape = rows + [counts[0]]
    let outputs = [
      try TensorType(input.elementType, shape, quantization: input.quantization), try TensorType(.int32, shape),
    ]
    let problem = LargestElements.Problem(
      LargestElements(length: length, count: counts[0]), rows: rows.reduce(1, *), element: try inputs.number(0))
    // Each element may sink through a heap, which waits for memory if large.
    let work = saturatingProduct(input.elementCount, 4, Int.bitWidth - counts[0].leadingZeroBitCount)
    return KeptInference(OperationBox(self), outputs: outputs, repeatedWork: work) { context throws(OperatorError) in
      context.prepared(
        LargestElements.family, problem,
        grain: ThreadGrain.rows(of: length, elements: ThreadGrain.costlyElements))
    }
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }
}
