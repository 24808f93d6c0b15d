/// Scales the exact sums, in floats, of a layer with a quantized filter.
///
///     output[r, c] = limits(sum[r, c] · filterScale[c] · scale[r / rowsPerScale] + bias[c])
///
/// The order of products is that of ``ByteMatrixMultiply`` and LiteRT, since the last bit affects the next layer's
/// rounding. Inputs: sums, scales, and the bias, if any.
package enum ScaledSums {
  package struct Problem: KernelProblem {
    package typealias Weights = [Float]
    package let rows: Int, channels: Int
    package let hasBias: Bool
    package let scaled: ByteMatrixMultiply.Elements.Scaled

    package init(rows: Int, channels: Int, hasBias: Bool, _ scaled: ByteMatrixMultiply.Elements.Scaled) {
      (self.rows, self.channels) = (rows, channels)
      (self.hasBias, self.scaled) = (hasBias, scaled)
    }

    package var element: NumberType { .float32 }
    package var work: Int { KernelWork.of(rows, channels) }
  }

  /// A unit is a row; the weights are the filter's scales, one per channel or one for all.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "scaled sums",
    kernels: [
      KernelCandidate(.simd, make: { problem, scales, _ in loop(problem, scales, isPlain: false) }),
      KernelCandidate(.reference, make: { problem, scales, _ in loop(problem, scales, isPlain: true) }),
    ])

  private static func loop(_ problem: Problem, _ filterScales: [Float], isPlain: Bool) -> any UnitKernel {
    LoopKernel(problem.rows, elementsPerUnit: problem.channels) { rows, operands in
      let bias = problem.hasBias ? operands.input(2) : nil, scaled = problem.scaled
      let (lower, upper) = (Vector4(repeating: scaled.lower), Vector4(repeating: scaled.upper))
      filterScales.withUnsafeBufferPointer { scales in
        for row in rows {
          let sums = operands.input(0) + row * problem.channels, output = operands.output() + row * problem.channels
          let scale = operands.input(1)[row / scaled.rowsPerScale]
          let factor = Vector4(repeating: scaled.hasOneScale ? scale * scales[0] : scale)
          var channel = 0
          while !isPlain, channel + 4 <= problem.channels {
            let sum = Vector4(loading: sums + channel)
            let product =
              scaled.hasOneScale ? sum : sum * Vector4(loading: scales.baseAddress.unsafelyUnwrapped + channel)
            let addend = bias.map { Vector4(loading: $0 + channel) } ?? Vector4()
            (product * factor + addend).limited(lower, upper).store(to: output + channel)
            channel += 4
          }
          while channel < problem.channels {
            output[channel] = scaled.result(
              sums[channel], filterScale: scales[scaled.hasOneScale ? 0 : channel], scale: scale,
              bias: bias?[channel] ?? 0)
            channel += 1
          }
        }
      }
    }
  }
}
