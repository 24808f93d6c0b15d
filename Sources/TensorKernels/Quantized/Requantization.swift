/// Requantizes integral floats, such as exact sums of products, to bytes.
///
///     output[r, c] = limits(zeroPoint + factor[c] · (sums[r, c] + 16 · high[r, c] + bias[c]))
///
/// Products round like ``FixedPointMultiplier``; sums wrap around.
package enum Requantization {
  package struct Problem: KernelProblem {
    package typealias Weights = Requantization.Weights

    package let rows: Int, channels: Int
    /// Whether there is a second tensor of sums.
    package let hasHigh: Bool
    package let rounding: FixedPointMultiplier.Rounding
    package let output: ByteRange

    package init(
      rows: Int, channels: Int, hasHigh: Bool, rounding: FixedPointMultiplier.Rounding, output: ByteRange
    ) {
      (self.rows, self.channels, self.hasHigh, self.rounding) = (rows, channels, hasHigh, rounding)
      self.output = output
    }

    package var element: NumberType { .float32 }
    package var work: Int { KernelWork.of(rows, channels, each: KernelWork.costlyElement) }
  }

  package struct Weights: Sendable {
    package let factors: [FixedPointMultiplier]
    package let bias: [Int32]

    /// `factors` has one per channel or one for all.
    package init(factors: [FixedPointMultiplier], bias: [Int32]?, channels: Int) {
      self.factors = factors.count == channels ? factors : Array(repeating: factors[0], count: channels)
      self.bias = bias ?? Array(repeating: 0, count: channels)
    }
  }

  /// A unit is a row.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "requantization",
    kernels: [
      KernelCandidate(
        .simd, supports: { $0.channels >= 4 && $0.rounding == .twice },
        make: { problem, weights, _ in SIMDRequantization(problem, weights) }),
      KernelCandidate(.reference, make: { problem, weights, _ in ReferenceRequantization(problem, weights) }),
    ])
}

private final class ReferenceRequantization: UnitKernel {
  let problem: Requantization.Problem
  private let factors: [FixedPointMultiplier]
  private let bias: [Int32]

  init(_ problem: Requantization.Problem, _ weights: Requantization.Weights) {
    self.problem = problem
    (factors, bias) = (weights.factors, weights.bias)
  }

  var unitCount: Int { problem.rows }
  var elementsPerUnit: Int? { problem.channels }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { factors.count * (MemoryLayout<FixedPointMultiplier>.stride + 4) }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let sums = operands.input(0), high = problem.hasHigh ? operands.input(1) : nil
    let target = operands.output(as: UInt8.self)
    for row in units {
      for channel in 0..<problem.channels {
        let index = row * problem.channels + channel
        let sum = Int32(sums[index]) &+ (high.map { Int32($0[index]) &* 16 } ?? 0) &+ bias[channel]
        target[index] = problem.output.byte(factors[channel].product(sum, problem.rounding))
      }
    }
  }
}

private final class SIMDRequantization: UnitKernel {
  private struct Channels {
    let bias: SIMD4<Int32>
    let factors: FactorVector
  }

  let problem: Requantization.Problem
  private let channels: [Channels]

  init(_ problem: Requantization.Problem, _ weights: Requantization.Weights) {
    self.problem = problem
    channels = stride(from: 0, to: problem.channels, by: 4).map { first in
      // The last vector overlaps the previous one.
      let first = min(first, problem.channels - 4)
      let bias = weights.bias
      return Channels(
        bias: SIMD4(bias[first], bias[first + 1], bias[first + 2], bias[first + 3]),
        factors: FactorVector(weights.factors[first..<first + 4]))
    }
  }

  var unitCount: Int { problem.rows }
  var elementsPerUnit: Int? { problem.channels }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { channels.count * MemoryLayout<Channels>.stride }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let sums = operands.input(0), high = problem.hasHigh ? operands.input(1) : nil
    let target = operands.outputBytes()
    let limits = ByteVectorLimits(problem.output)
    channels.withUnsafeBufferPointer { channels in
      for row in units {
        for (vector, channel) in channels.enumerated() {
          let index = row * problem.channels + min(vector * 4, problem.channels - 4)
          var sum = Vector4(loading: sums + index).wholeParts
          if let high { sum &+= Vector4(loading: high + index).wholeParts &<< 4 }
          limits.store(channel.factors.product(sum &+ channel.bias), to: target + index)
        }
      }
    }
  }
}
