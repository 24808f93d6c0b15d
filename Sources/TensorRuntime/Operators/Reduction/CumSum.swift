import TFLiteFormat
import TensorKernels

/// Cumulative sums along an axis (TFLite `CUMSUM`).
///
/// - Inputs: numbers of at least one dimension; the axis, a constant, counted from the end when negative. Output: the
///   first input's type and shape.
struct CumSum: Operator, TypedOperation {
  static let tfliteName = "CUMSUM"
  static let builtinCode = 128

  let isExclusive: Bool, isReversed: Bool

  init(parsing options: OperatorOptions) throws(OperatorError) {
    isExclusive = try options.flag(0)
    isReversed = try options.flag(1)
  }

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: [.float32, .int32, .int64], rank: 1...8)
    _ = try inputs.axis(1, rank: input.shape.count)
    return [input]
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = context.outputs[0].shape
    let axes = MergedAxes(shape, around: try context.inputs.axis(1, rank: shape.count))
    let sum = CumulativeSum(
      extent: axes.extent, inner: axes.inner, isExclusive: isExclusive, isReversed: isReversed)
    return context.prepared(
      CumulativeSum.family,
      CumulativeSum.Problem(sum, outer: axes.outer, element: try context.inputs.number(0)),
      grain: ThreadGrain.rows(of: axes.extent))
  }
}
