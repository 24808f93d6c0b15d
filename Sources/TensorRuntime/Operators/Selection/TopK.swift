import TFLiteFormat
import TensorKernels

/// The largest elements of each row, and their indices (TFLite `TOPK_V2`).
///
/// - Inputs: numbers of at least one dimension; how many to choose, an int32 constant. Outputs: values, largest first,
///   and their int32 indices; the input's shape with the last extent replaced.
/// - Edge cases: the earlier of equal elements comes first.
struct TopK: OptionlessOperator, TypedOperation {
  static let tfliteName = "TOPK_V2"
  static let builtinCode = 48

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: [.float32, .int32, .int64, .int16, .int8, .uint8], rank: 1...8)
    let length = input.shape[input.shape.count - 1]
    let counts = try inputs.integers(1)
    guard counts.count == 1 else {
      throw .inputShape(input: 1, expected: "one element", found: try inputs.required(1).type.shape)
    }
    guard counts[0] >= 0, counts[0] <= length else { throw .value(name: "k", counts[0]) }
    let shape = Array(input.shape.dropLast()) + [counts[0]]
    return [
      try TensorType(input.elementType, shape, quantization: input.quantization), try TensorType(.int32, shape),
    ]
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  /// Each element may sink through a heap, which waits for memory if large.
  func repeatedWork(inputs: Operands, outputs: [TensorType]) -> Int {
    let count = inputs.optional(0)?.type.elementCount ?? 0, chosen = outputs[0].shape.last ?? 0
    return count * 4 * (Int.bitWidth - chosen.leadingZeroBitCount)
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    let length = shape[shape.count - 1]
    let selection = LargestElements(length: length, count: context.outputs[0].shape[shape.count - 1])
    return context.prepared(
      LargestElements.family,
      LargestElements.Problem(
        selection, rows: shape.dropLast().reduce(1, *), element: try context.inputs.number(0)),
      grain: ThreadGrain.rows(of: length, elements: ThreadGrain.costlyElements))
  }
}
