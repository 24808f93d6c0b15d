/// A ``HistoryFilter`` of integers, with LiteRT's bits.
package final class IntegerHistoryFilter: UnitKernel {
  package struct Weights: Sendable {
    let features: [Int8], times: [Int16]
    let bias: [Int32]
    let inputZeroPoint: Int32, outputZeroPoint: Int32
    /// From sums of features to results, and from sums of results to outputs.
    let resultFactor: FixedPointMultiplier, outputFactor: FixedPointMultiplier

    package init(
      features: [Int8], times: [Int16], bias: [Int32], inputZeroPoint: Int, outputZeroPoint: Int,
      resultFactor: FixedPointMultiplier, outputFactor: FixedPointMultiplier
    ) {
      (self.features, self.times, self.bias) = (features, times, bias)
      (self.inputZeroPoint, self.outputZeroPoint) = (Int32(inputZeroPoint), Int32(outputZeroPoint))
      (self.resultFactor, self.outputFactor) = (resultFactor, outputFactor)
    }
  }

  private let problem: HistoryFilter.Problem
  private let weights: Weights

  init(_ problem: HistoryFilter.Problem, _ weights: Weights) { (self.problem, self.weights) = (problem, weights) }

  package var unitCount: Int { problem.batch * problem.outputs }
  package var memory: [any KernelMemory] { [] }
  package var heldByteCount: Int {
    weights.features.count + weights.times.count * 2 + weights.bias.count * 4
  }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    let (features, times) = (problem.features, problem.times)
    for unit in units {
      let (row, output) = unit.quotientAndRemainder(dividingBy: problem.outputs)
      let input = operands.input(0, as: Int8.self) + row * features
      var sum = weights.bias[output]
      for filter in output * problem.rank..<(output + 1) * problem.rank {
        let state = operands.state(1, as: Int16.self) + (row * problem.filters + filter) * times
        state.update(from: state + 1, count: times - 1)
        var result: Int32 = 0
        for i in 0..<features {
          result &+= Int32(weights.features[filter * features + i]) &* (Int32(input[i]) &- weights.inputZeroPoint)
        }
        state[times - 1] = Int16(clamping: weights.resultFactor.product(result))
        for i in 0..<times { sum &+= Int32(state[i]) &* Int32(weights.times[filter * times + i]) }
      }
      operands.output(as: Int8.self)[unit] =
        Int8(clamping: weights.outputFactor.product(sum) &+ weights.outputZeroPoint)
    }
  }
}
