/// Filters over the last inputs, factored into feature and time filters.
///
/// Each filter applies its feature weights to the input, keeps as many results as it has time weights, latest last, and
/// sums their products. An output is the sum of `rank` neighboring filters, and a bias.
package final class HistoryFilter: UnitKernel {
  /// Inputs: features, and the results that filters keep, which are updated. If features are int8, results are int16.
  package struct Problem: KernelProblem {
    package enum Weights: Sendable {
      case floats(HistoryFilter.Weights)
      case integers(IntegerHistoryFilter.Weights)
    }

    package let batch: Int, features: Int, filters: Int, times: Int, rank: Int
    /// float32 or int8.
    package let element: NumberType

    package init(batch: Int, features: Int, filters: Int, times: Int, rank: Int, element: NumberType) {
      (self.batch, self.features, self.filters) = (batch, features, filters)
      (self.times, self.rank, self.element) = (times, rank, element)
    }

    package var outputs: Int { filters / rank }
    /// Plain loops: a product takes as long as 32 of emitted code.
    package var work: Int { saturatingProduct(batch, filters, features + times, 32) }
  }

  package struct Weights: Sendable {
    /// Integers if features are quantized.
    let features: [Float]
    let times: [Float], bias: [Float]
    let limits: (lower: Float, upper: Float)
    /// The quantization of features, and the scale of their weights; nil for floats.
    let rounding: (quantization: RowQuantization, scale: Float)?

    package init(
      features: [Float], times: [Float], bias: [Float], limits: (lower: Float, upper: Float),
      rounding: (quantization: RowQuantization, scale: Float)?
    ) {
      (self.features, self.times, self.bias) = (features, times, bias)
      (self.limits, self.rounding) = (limits, rounding)
    }
  }

  package static let family = KernelFamily<Problem, any UnitKernel>(
    "history filter"
  ) { problem, weights in
    switch weights {
    case .floats(let weights): HistoryFilter(problem, weights)
    case .integers(let weights): IntegerHistoryFilter(problem, weights)
    }
  }

  private let problem: Problem
  private let weights: Weights

  private init(_ problem: Problem, _ weights: Weights) { (self.problem, self.weights) = (problem, weights) }

  /// A unit is an output of a row, with its filters.
  package var unitCount: Int { problem.batch * problem.outputs }
  package var memory: [any KernelMemory] { [] }
  package var heldByteCount: Int {
    (weights.features.count + weights.times.count + weights.bias.count) * MemoryLayout<Float>.stride
  }
  package var scratchCount: Int { weights.rounding == nil ? 0 : problem.features }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    guard !units.isEmpty else { return }
    let outputs = problem.outputs
    for row in units.lowerBound / outputs...(units.upperBound - 1) / outputs {
      var input = operands.input(0) + row * problem.features
      var scale: Float = 1
      if let rounding = weights.rounding {
        scale = rounding.quantization.quantize(problem.features, input, operands.scratch) * rounding.scale
        input = UnsafePointer(operands.scratch)
      }
      let states = operands.state(1, as: Float.self) + row * problem.filters * problem.times
      for unit in units.clamped(to: row * outputs..<(row + 1) * outputs) {
        operands.output()[unit] = output(unit - row * outputs, input, scale, states)
      }
    }
  }

  private func output(
    _ output: Int, _ input: UnsafePointer<Float>, _ scale: Float, _ states: UnsafeMutablePointer<Float>
  ) -> Float {
    let (features, times) = (problem.features, problem.times)
    var sum = weights.bias[output]
    for filter in output * problem.rank..<(output + 1) * problem.rank {
      let state = states + filter * times
      state.update(from: state + 1, count: times - 1)
      var result: Float = 0
      for i in 0..<features { result += weights.features[filter * features + i] * input[i] }
      state[times - 1] = result * scale
      for i in 0..<times { sum += state[i] * weights.times[filter * times + i] }
    }
    return min(max(sum, weights.limits.lower), weights.limits.upper)
  }
}
