import MudraPlatform

/// Quantizes floats to bytes.
///
///     output[i] = limits(round(input[i] / scale) + zeroPoint)     ties away from zero; the lower limit for NaN
package enum ByteQuantization {
  package struct Problem: KernelProblem {
    package let output: ByteRange
    package let count: Int
    package let scale: Float

    package init(_ output: ByteRange, count: Int, scale: Float) {
      (self.output, self.count, self.scale) = (output, count, scale)
    }

    package var element: NumberType { .float32 }
    package var work: Int { KernelWork.of(count) }
  }

  /// A unit is an element.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "byte quantization",
    kernels: [
      KernelCandidate(
        .simd,
        make: { problem, _, _ in
          LoopKernel(problem.count, elementsPerUnit: 1) {
            runSIMD(problem, $0, $1.input(0), $1.outputBytes())
          }
        }),
      KernelCandidate(
        .reference,
        make: { problem, _, _ in
          LoopKernel(problem.count, elementsPerUnit: 1) { range, operands in
            let (input, output) = (operands.input(0), operands.output(as: UInt8.self))
            for i in range { output[i] = byte(input[i], problem) }
          }
        }),
    ])

  /// How emitted code divides.
  package enum Quotient {
    case divided
    /// `q + (x − q · scale) · reciprocal` with `q = x · reciprocal`, in fused multiply-adds: faster than a division,
    /// and the nearest float unless the quotient is almost a tie.
    case corrected
  }

  @inline(__always)
  package static func byte(_ value: Float, _ problem: Problem) -> UInt8 {
    let (lower, upper) = (Float(problem.output.lower), Float(problem.output.upper))
    let rounded = (value / problem.scale).rounded(.toNearestOrAwayFromZero) + Float(problem.output.zeroPoint)
    // NaN becomes the lower limit.
    return UInt8(truncatingIfNeeded: Int32(rounded > lower ? min(rounded, upper) : lower))
  }

  /// Four at a time.
  private static func runSIMD(
    _ problem: Problem, _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer
  ) {
    let limits = ByteVectorLimits(problem.output)
    // Beyond any type's range, yet floats are exact there.
    let (minimum, maximum) = (Vector4(repeating: -131_072), Vector4(repeating: 131_072))
    let scale = Vector4(repeating: problem.scale)
    var i = range.lowerBound
    while i + 4 <= range.upperBound {
      let quotient = Vector4(loading: input + i) / scale
      let value = minimum.replacing(with: quotient, where: quotient .> minimum)
      let limited = value.replacing(with: maximum, where: value .> maximum)
      let whole = limited.wholeParts
      let fraction = limited - Vector4(whole)
      // Twice the fraction, truncated, rounds ties away from zero.
      limits.store(whole &+ (fraction + fraction).wholeParts, to: output + i)
      i += 4
    }
    while i < range.upperBound {
      output.storeBytes(of: byte(input[i], problem), toByteOffset: i, as: UInt8.self)
      i += 1
    }
  }
}
