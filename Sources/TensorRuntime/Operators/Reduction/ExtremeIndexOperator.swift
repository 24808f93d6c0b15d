import TFLiteFormat
import TensorKernels

/// What ARG_MAX and ARG_MIN share: the index along an axis of the largest or smallest element, the first among equals.
///
/// - Inputs: numbers of at least one dimension; the axis, a constant, counted from the end when negative.
/// - Output: the other axes, of int32 or int64.
protocol ExtremeIndexOperator: TabledOperator, TypedOperation where Function == Extreme {
  /// The type of the indices: int32 or int64.
  var indexType: ElementType { get }
  /// The operator with its option.
  init(indexType: ElementType)
}

/// The element to find.
enum Extreme { case largest, smallest }

extension ExtremeIndexOperator {
  init(parsing options: OperatorOptions) throws(OperatorError) {
    switch try options.byte(0) {
    case Int(ElementType.int32.rawValue): self.init(indexType: .int32)
    case Int(ElementType.int64.rawValue): self.init(indexType: .int64)
    case let code: throw .option(name: "output_type", value: code)
    }
  }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: [.float32, .int32, .int64, .int16, .int8, .uint8, .bool], rank: 1...8)
    let axis = try inputs.axis(1, rank: input.shape.count)
    guard input.shape[axis] > 0 else {
      throw .inputShape(input: 0, expected: "an extent of at least 1 along axis \(axis)", found: input.shape)
    }
    return [try TensorType(indexType, Array(input.shape[..<axis] + input.shape[(axis + 1)...]))]
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    let axes = MergedAxes(shape, around: try context.inputs.axis(1, rank: shape.count))
    let search = ExtremeIndex(isLargest: Self.entry.function == .largest, extent: axes.extent, inner: axes.inner)
    return context.prepared(
      ExtremeIndex.family,
      ExtremeIndex.Problem(
        search, outer: axes.outer, element: try context.inputs.number(0), index: indexType == .int32 ? .int32 : .int64),
      grain: ThreadGrain.rows(of: axes.extent))
  }
}
