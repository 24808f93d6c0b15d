/// Quantizes floats to 16-bit integers.
///
///     output[i] = limits(round(input[i] / scale) + zeroPoint)     ties away from zero; the lower limit for NaN
package enum Int16Quantization {
  package struct Problem: KernelProblem {
    package let count: Int
    package let scale: Float, zeroPoint: Int32

    package init(count: Int, scale: Float, zeroPoint: Int) {
      (self.count, self.scale, self.zeroPoint) = (count, scale, Int32(zeroPoint))
    }

    package var element: NumberType { .float32 }
    package var work: Int { KernelWork.of(count) }
  }

  /// A unit is an element.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "16-bit quantization",
    kernels: [
      KernelCandidate(
        .simd,
        make: { problem, _, _ in
          LoopKernel(problem.count) { runSIMD(problem, $0, $1.input(0), $1.outputBytes()) }
        }),
      KernelCandidate(
        .reference,
        make: { problem, _, _ in
          LoopKernel(problem.count) { range, operands in
            let (input, output) = (operands.input(0), operands.output(as: Int16.self))
            for i in range { output[i] = integer(input[i], problem) }
          }
        }),
    ])

  private static func integer(_ value: Float, _ problem: Problem) -> Int16 {
    let rounded = (value / problem.scale).rounded(.toNearestOrAwayFromZero) + Float(problem.zeroPoint)
    return Int16(rounded > -32768 ? min(rounded, 32767) : -32768)
  }

  /// Four at a time.
  private static func runSIMD(
    _ problem: Problem, _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutableRawPointer
  ) {
    let scale = problem.scale, zeroPoint = problem.zeroPoint
    let lower = SIMD4(repeating: -32768 - Float(zeroPoint)), upper = lower + 65535
    var i = range.lowerBound
    while i + 4 <= range.upperBound {
      let values = Vector4(loading: input + i) / scale
      // A NaN becomes the lower limit.
      let raised = lower.replacing(with: values, where: values .> lower)
      let bits = unsafeBitCast(raised.replacing(with: upper, where: raised .> upper), to: SIMD4<Int32>.self)
      let sign = bits &>> 31, magnitude = unsafeBitCast(bits & 0x7FFF_FFFF, to: Vector4.self)
      // Adding 2²³ rounds to an integer, which is then in the low bits: an even one for ties, so one may be missing.
      let shifted = magnitude + 0x1p23
      let missing = SIMD4<Int32>.zero.replacing(with: 1, where: magnitude - (shifted - 0x1p23) .== 0.5)
      let whole = (unsafeBitCast(shifted, to: SIMD4<Int32>.self) & 0x7F_FFFF) &+ missing
      output.storeBytes(
        of: SIMD4(truncatingIfNeeded: ((whole ^ sign) &- sign) &+ zeroPoint), toByteOffset: i * 2,
        as: SIMD4<Int16>.self)
      i += 4
    }
    for i in i..<range.upperBound {
      output.storeBytes(of: integer(input[i], problem), toByteOffset: i * 2, as: Int16.self)
    }
  }
}
