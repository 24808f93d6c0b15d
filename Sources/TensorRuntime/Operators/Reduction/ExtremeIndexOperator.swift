import KernelChoice
import TFLiteFormat
import TensorKernels

/// What ARG_MAX and ARG_MIN share: the index along an axis of the largest or smallest element, the first among equals.
///
/// - Inputs: numbers of at least one dimension; the axis, a constant, counted from the end when negative.
/// - Output: the other axes, of int32 or int64.
protocol ExtremeIndexOperator: TabledOperator where Function == Extreme {
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

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: [.float32, .int32, .int64, .int16, .int8, .uint8, .bool], rank: 1...8)
    let axis = try inputs.axis(1, rank: input.shape.count)
    guard input.shape[axis] > 0 else {
      throw .inputShape(input: 0, expected: "an extent of at least 1 along axis \(axis)", found: input.shape)
    }
    let output = try TensorType(indexType, Array(input.shape[..<axis] + input.shape[(axis + 1)...]))
    let axes = MergedAxes(input.shape, around: axis)
    let search = ExtremeIndex(isLargest: Self.entry.function == .largest, extent: axes.extent, inner: axes.inner)
    let problem = ExtremeIndex.Problem(
      search, outer: axes.outer, element: try inputs.number(0), index: indexType == .int32 ? .int32 : .int64)
    return KeptInference(OperationBox(self), outputs: [output]) { context throws(OperatorError) in
      context.prepared(ExtremeIndex.family, problem)
    }
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }
}
