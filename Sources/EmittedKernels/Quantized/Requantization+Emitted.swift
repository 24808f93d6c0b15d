import MachineCode
import TensorKernels

final class MachineRequantization: EmittedKernel {
  let problem: Requantization.Problem
  private let kernel: ByteRowKernel

  init?(_ problem: Requantization.Problem, _ weights: Requantization.Weights) {
    var constants = ByteRowCode.Constants()
    constants.leftStep = problem.channels * 4
    constants.rightStep = problem.hasHigh ? problem.channels * 4 : 0
    constants.outputStep = problem.channels
    constants.set(output: problem.output)
    func bias(_ vector: Int) -> SIMD16<Int32> {
      var lanes = SIMD16<Int32>()
      for (lane, value) in weights.bias.dropFirst(vector * 16).prefix(16).enumerated() { lanes[lane] = value }
      return lanes
    }
    func factors(_ vector: Int) -> ArraySlice<FixedPointMultiplier> {
      weights.factors.dropFirst(vector * 16).prefix(16)
    }
    let vectors = (problem.channels + 15) / 16
    let buffer =
      switch problem.rounding {
      case .twice:
        constants.followed(by: vectors) {
          ByteRowCode.Channels(bias: bias($0), factors: FactorLanes(factors($0)))
        }
      case .once:
        constants.followed(by: vectors) {
          ByteRowCode.ChannelsOnce(bias: bias($0), factors: FactorLanesOnce(factors($0)))
        }
      }
    let routine = ByteRowCode.Routine(
      function: .requantize(
        ByteRowCode.Function.Requantizing(weights.factors, problem.rounding), hasHigh: problem.hasHigh),
      isSigned: problem.output.isSigned)
    guard let kernel = ByteRowKernel(routine, buffer) else { return nil }
    self.problem = problem
    self.kernel = kernel
  }

  var unitCount: Int { problem.rows }
  var elementsPerUnit: Int? { problem.channels }
  var memory: [any KernelMemory] { kernel.memory }

  /// The call for some rows of a single tensor of sums.
  ///
  /// - Precondition: `rows` is at least 1.
  func call(rows: Int, sums: UnsafePointer<Float>, output: UnsafeMutableRawPointer) -> KernelCall {
    kernel.call(rows: rows, length: problem.channels, left: sums, output: output)
  }

  func maxCallCount(_ units: Range<Int>) -> Int { 1 }

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    guard !units.isEmpty, problem.channels > 0 else { return }
    let first = units.lowerBound * problem.channels
    body(
      kernel.call(
        rows: units.count, length: problem.channels, left: operands.input(0) + first,
        right: problem.hasHigh ? operands.input(1) + first : nil, output: operands.outputBytes() + first))
  }
}
