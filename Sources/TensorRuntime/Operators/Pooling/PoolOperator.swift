import KernelChoice
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

  /// - Parameter picture: Its shape.
  func problem(
    _ operation: Pooling.Operation, _ picture: [Int], _ elements: Pooling.Elements
  ) throws(OperatorError) -> Pooling.Problem {
    let window = try window.window(input: (picture[1], picture[2]), filter: (filterHeight, filterWidth))
    return Pooling.Problem(
      operation: operation, batch: picture[0], channels: picture[3], window: window, elements)
  }
}

extension PoolOperator {
  package init(parsing options: OperatorOptions) throws(OperatorError) {
    self.init(options: try PoolOptions(parsing: options))
  }

  package var takesPlainIntegers: Bool { true }

  package func outputTypes(of problem: Pooling.Problem) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, problem.outputShape)]
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> Pooling.Problem {
    try inputs.expectCount(1...1)
    let limits = options.activation.limits
    return try options.problem(
      Self.entry.function, inputs.type(0, rank: 4...4).shape, .floats(lower: limits.lower, upper: limits.upper))
  }

  package func repeatedWork(of problem: Pooling.Problem) -> Int { problem.tapCount }

  package func rowDependence(of problem: Pooling.Problem) -> RowDependence? { .window(problem.window) }

  package func prepare(
    _ problem: Pooling.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    context.prepared(Pooling.family, problem)
  }
}
