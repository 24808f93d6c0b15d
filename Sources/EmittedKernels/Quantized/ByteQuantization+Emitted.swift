import MachineCode
import MudraPlatform
import TensorKernels

extension ByteQuantization.Problem {
  /// Emitted code; nil if there is none, or if a scale is so large or small that products have no exact remainder.
  func conversion(_ quotient: ByteQuantization.Quotient) -> MachineByteConversion? {
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
  func haveEqualBytes(_ one: MachineByteConversion, _ other: MachineByteConversion) -> Bool {
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
