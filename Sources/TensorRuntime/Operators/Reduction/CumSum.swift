import TFLiteFormat
import TensorKernels

/// Cumulative sums along an axis (TFLite `CUMSUM`).
///
/// - Inputs: numbers of at least one dimension; the axis, a constant, counted from the end when negative. Output: the
///   first input's type and shape.
struct CumSum: Operator {
  static let tfliteName = "CUMSUM"
  static let builtinCode = 128

  let isExclusive: Bool, isReversed: Bool

  init(parsing options: OperatorOptions) throws(OperatorError) {
    isExclusive = try options.flag(0)
    isReversed = try options.flag(1)
  }

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: [.float32, .int32, .int64], rank: 1...8)
    let axes = MergedAxes(input.shape, around: try inputs.axis(1, rank: input.shape.count))
    let sum = CumulativeSum(
      extent: axes.extent, inner: axes.inner, isExclusive: isExclusive, isReversed: isReversed)
    let problem = CumulativeSum.Problem(sum, outer: axes.outer, element: try inputs.number(0))
    return KeptInference(OperationBox(self), outputs: [input]) { context throws(OperatorError) in
      context.prepared(CumulativeSum.family, problem)
    }
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }
}
