import MachineCode

/// Exact sums of a layer with a quantized filter, which are floats, to real numbers.
///
///     output[r, c] = limits(sum[r, c] · filterScale[c] · scale[r / rowsPerScale] + bias[c])
///
/// Products are in this order, LiteRT's, since the last bit determines how the next layer rounds; one scale for the
/// whole filter is first multiplied by that of the rows. Inputs: sums, scales, and the bias if there is one.
package enum ScaledSums {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = [Float]
    package let rows: Int, channels: Int
    package let rowsPerScale: Int
    package let hasOneScale: Bool, hasBias: Bool
    let lower: Float, upper: Float

    package init(
      rows: Int, channels: Int, rowsPerScale: Int, hasOneScale: Bool, hasBias: Bool, lower: Float = -.infinity,
      upper: Float = .infinity
    ) {
      (self.rows, self.channels, self.rowsPerScale) = (rows, channels, rowsPerScale)
      (self.hasOneScale, self.hasBias) = (hasOneScale, hasBias)
      (self.lower, self.upper) = (lower, upper)
    }

    package var element: NumberType { .float32 }
  }

  /// Fastest first. A unit is a row; the weights are the filter's scales, one for each channel or one for all.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "scaled sums",
    kernels: [
      KernelCandidate(
        .machineCode, supports: { MachineScaledSums.supports($0) },
        make: { problem, scales, _ in MachineScaledSums(problem, scales) }),
      KernelCandidate(.simd, make: { problem, scales, _ in loop(problem, scales, isPlain: false) }),
      KernelCandidate(.reference, make: { problem, scales, _ in loop(problem, scales, isPlain: true) }),
    ])

  private static func loop(_ problem: Problem, _ filterScales: [Float], isPlain: Bool) -> any UnitKernel {
    LoopKernel(problem.rows, elementsPerUnit: problem.channels) { rows, operands in
      let bias = problem.hasBias ? operands.input(2) : nil
      let (lower, upper) = (Vector4(repeating: problem.lower), Vector4(repeating: problem.upper))
      filterScales.withUnsafeBufferPointer { scales in
        for row in rows {
          let sums = operands.input(0) + row * problem.channels, output = operands.output() + row * problem.channels
          let scale = operands.input(1)[row / problem.rowsPerScale] * (problem.hasOneScale ? scales[0] : 1)
          var channel = 0
          while !isPlain, channel + 4 <= problem.channels {
            let sum = Vector4(loading: sums + channel)
            let scaled =
              problem.hasOneScale ? sum : sum * Vector4(loading: scales.baseAddress.unsafelyUnwrapped + channel)
            let addend = bias.map { Vector4(loading: $0 + channel) } ?? Vector4()
            (scaled * Vector4(repeating: scale) + addend).limited(lower, upper).store(to: output + channel)
            channel += 4
          }
          while channel < problem.channels {
            let scaled = problem.hasOneScale ? sums[channel] : sums[channel] * scales[channel]
            let value = scaled * scale + (bias?[channel] ?? 0)
            let limited = value < problem.lower ? problem.lower : value
            output[channel] = limited > problem.upper ? problem.upper : limited
            channel += 1
          }
        }
      }
    }
  }
}
