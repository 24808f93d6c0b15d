import TFLiteFormat
import TensorKernels

/// Shared by the pooling operators, each of which has a few lines in `PoolOperators.swift`.
///
/// - Input: `[batch, height, width, channels]`. Output: the same batch and channels, fewer pixels.
/// - Edge cases: taps outside the picture are ignored.
package protocol PoolOperator: TabledOperator, ProblemOperation
where Function == Pooling.Operation, Problem == Pooling.Problem {
  var options: PoolOptions { get }
  init(options: PoolOptions)
}

/// TFLite's `Pool2DOptions`.
package struct PoolOptions: Sendable {
  let window: WindowOptions
  let filterHeight: Int, filterWidth: Int
  let activation: FusedActivation

  init(parsing options: OperatorOptions) throws(OperatorError) {
    window = try WindowOptions(
      stride: (options.integer(2), options.integer(1)), padding: WindowPadding(code: options.byte(0)))
    filterWidth = try options.integer(3)
    filterHeight = try options.integer(4)
    activation = try options.activation(5)
  }

  /// Maximum pixels of a picture under a window.
  func taps(_ shape: [Int]) -> Int {
    shape.count == 4 ? min(filterHeight, shape[1]) * min(filterWidth, shape[2]) : 0
  }
}

extension PoolOperator {
  package init(parsing options: OperatorOptions) throws(OperatorError) {
    self.init(options: try PoolOptions(parsing: options))
  }

  package func outputTypes(of problem: Pooling.Problem) throws(OperatorError) -> [TensorType] {
    [
      try TensorType(
        .float32, [problem.batch, problem.window.outputHeight, problem.window.outputWidth, problem.channels])
    ]
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> Pooling.Problem {
    try inputs.expectCount(1...1)
    let picture = try inputs.type(0, rank: 4...4).shape
    let window = try options.window.window(
      input: (picture[1], picture[2]), filter: (options.filterHeight, options.filterWidth))
    let limits = options.activation.limits
    return Pooling.Problem(
      operation: Self.entry.function, batch: picture[0], channels: picture[3], window: window,
      .floats(lower: limits.lower, upper: limits.upper))
  }

  package func repeatedWork(of problem: Pooling.Problem) -> Int {
    let window = problem.window
    return saturatingProduct(
      min(window.filterHeight, window.inputHeight), min(window.filterWidth, window.inputWidth), problem.batch,
      window.outputHeight, window.outputWidth, problem.channels)
  }

  package func rowDependence(of problem: Pooling.Problem) -> RowDependence? { .window(problem.window) }

  package func prepare(
    _ problem: Pooling.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    context.prepared(Pooling.family, problem)
  }
}
