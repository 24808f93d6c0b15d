import MachineCode
import MudraPlatform

/// Quantizes floats to bytes.
///
///     output[i] = limits(round(input[i] / scale) + zeroPoint)     ties away from zero; the lower limit for NaN
package enum ByteQuantization {
  package struct Problem: KernelProblem {
    package let output: ByteRange
    package let count: Int
    let scale: Float

    package init(_ output: ByteRange, count: Int, scale: Float) {
      (self.output, self.count, self.scale) = (output, count, scale)
    }

    package var element: NumberType { .float32 }
  }

  /// A unit is an element.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "byte quantization",
    kernels: [
      KernelCandidate(
        .machineCode, supports: { _ in ByteRowKernel.isAvailable },
        make: { problem, _, _ in
          let divided = problem.conversion(.divided)
          guard let corrected = problem.conversion(.corrected), let divided, problem.haveEqualBytes(divided, corrected)
          else { return divided }
          return corrected
        }),
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
  enum Quotient {
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

extension ByteQuantization.Problem {
  /// Emitted code; nil if there is none, or if a scale is so large or small that products have no exact remainder.
  fileprivate func conversion(_ quotient: ByteQuantization.Quotient) -> MachineByteConversion? {
    var constants = ByteRowCode.Constants()
    constants.set(output: output)
    constants.scale = SIMD16(repeating: scale)
    if quotient == .corrected {
      guard (0x1p-80...0x1p80).contains(scale) else { return nil }
      (constants.leftScale, constants.rightScale) = (SIMD16(repeating: 1 / scale), SIMD16(repeating: -0.0))
      constants.floatMin = SIMD16(repeating: (Float(output.lower - output.zeroPoint) - 0.25) * scale)
      constants.floatMax = SIMD16(repeating: (Float(output.upper - output.zeroPoint) + 0.25) * scale)
      // Less than one half by its last place: added to the number below an integer and a half, it stays below.
      constants.offset = SIMD16(repeating: Float(0.5).nextDown)
    }
    return MachineByteConversion(
      .quantize(isDivided: quotient == .divided), isSigned: output.isSigned, count: count,
      AlignedBuffer(constants), elementByteCounts: (4, 1))
  }

  /// Whether two conversions give the same bytes: tried with the floats nearest to each place where the byte changes,
  /// since quotients differ by a unit in the last place at most.
  fileprivate func haveEqualBytes(_ one: MachineByteConversion, _ other: MachineByteConversion) -> Bool {
    let numbers = (output.lower...output.upper).flatMap { integer in
      let place = (Float(integer - output.zeroPoint) + 0.5) * scale
      return (0..<7).map { Float(bitPattern: place.bitPattern &+ $0 &- 3) }
    }
    return numbers.withUnsafeBytes { numbers in
      guard let input = numbers.baseAddress else { return true }
      let count = numbers.count / 4
      return withUnsafeTemporaryAllocation(byteCount: 2 * count, alignment: 1) { memory in
        guard let bytes = memory.baseAddress else { return true }
        one.call(count: count, input: input, output: bytes).run()
        other.call(count: count, input: input, output: bytes + count).run()
        return memcmp(bytes, bytes + count, count) == 0
      }
    }
  }
}
