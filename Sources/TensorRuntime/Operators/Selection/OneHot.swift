import TFLiteFormat
import TensorKernels

/// Indices as rows that have one value at the index and another everywhere else (TFLite `ONE_HOT`).
///
/// - Inputs: int32 or int64 indices of any shape; the length of a row, an int32 or int64 constant; the value at the
///   index and the other one, scalars of one type. Output: the indices' shape with a new axis of that length.
/// - Edge cases: an index outside the row gives a row without the first value.
struct OneHot: Operator, TypedOperation {
  static let tfliteName = "ONE_HOT"
  static let builtinCode = 85

  /// The new axis; −1 for the last.
  let axis: Int

  init(parsing options: OperatorOptions) throws(OperatorError) {
    axis = try options.integer(0)
  }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(4...4)
    let indices = try inputs.type(0, of: [.int32, .int64], rank: 0...7)
    guard let depth = try inputs.integers(1).first, depth >= 0 else {
      throw .value(name: "depth", try inputs.integers(1).first ?? 0)
    }
    let value = try inputs.type(2, of: movableTypes)
    for (index, type) in [(2, value), (3, try inputs.type(3, of: [value.elementType]))] where type.elementCount != 1 {
      throw .inputShape(input: index, expected: "one element", found: type.shape)
    }
    var shape = indices.shape
    shape.insert(depth, at: try Operands.axis(axis, rank: indices.shape.count + 1))
    return [try TensorType(value.elementType, shape)]
  }

  func readsAtRunTime(_ index: Int) -> Bool { index != 1 }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let output = context.outputs[0]
    let axis = try Operands.axis(axis, rank: output.shape.count)
    let problem = OneHotRows.Problem(
      outer: output.shape[..<axis].reduce(1, *), depth: output.shape[axis],
      inner: output.shape[(axis + 1)...].reduce(1, *), elementByteCount: output.elementType.byteCount ?? 1,
      index: try context.inputs.number(0))
    return context.prepared(OneHotRows.family, problem, places: [0, 2, 3])
  }
}
