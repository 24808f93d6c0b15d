import MachineCode
import MudraPlatform

/// Sums of bytes that floats compute as well as TFLite's fixed-point numbers, by a third of the instructions.
///
/// The rounding of both may differ where a result is near the middle between two integers. Whether it does is tried
/// with all 65,536 pairs of bytes, when the kernel is made: emitted code takes a few microseconds for it. If the
/// nearest factors give other integers, neighboring ones are tried: of a hundred random scales, 99 have factors, and 70
/// the nearest.
enum FloatSums {
  private typealias Constants = ByteRowCode.Constants

  /// A kernel with the integers of an exact one; nil if no factors have them.
  ///
  /// - Parameters:
  ///   - exact: the routine that defines the integers, and its constants. Neither operand is broadcast.
  static func kernel(
    _ problem: QuantizedArithmetic.Problem, _ exact: ByteRowCode.Routine, _ constants: ByteRowCode.Constants
  ) -> ByteRowKernel? {
    guard problem.operation.isSum, let expected = ByteRowKernel(exact, pairs(constants)).map(results)
    else { return nil }
    let routine = ByteRowCode.Routine(function: .addInFloats, isSigned: exact.isSigned)
    let scale = problem.factor.value * Double(1 << 20)
    let left = problem.leftFactor.value * scale
    let right = problem.rightFactor.value * (problem.operation == .subtract ? -scale : scale)
    let offset = Float(
      Double(problem.output.zeroPoint) - left * Double(problem.leftZero) - right * Double(problem.rightZero))
    let offsetStep = max(offset.ulp, 0x1p-18)
    for (leftStep, rightStep, steps) in neighbors {
      var constants = constants
      constants.leftScale = SIMD16(repeating: Float(left) + leftStep * Float(left).ulp)
      constants.rightScale = SIMD16(repeating: Float(right) + rightStep * Float(right).ulp)
      constants.offset = SIMD16(repeating: offset + steps * offsetStep)
      guard let kernel = ByteRowKernel(routine, pairs(constants)) else { return nil }
      let found = results(of: kernel)
      let isEqual = withExtendedLifetime((found, expected)) { memcmp(found.pointer, expected.pointer, pairCount) == 0 }
      if isEqual { return ByteRowKernel(routine, AlignedBuffer(constants)) }
    }
    return nil
  }

  /// The nearest factors and offset, then those some units in the last place away.
  private static let neighbors: [(left: Float, right: Float, offset: Float)] = {
    let steps: [Float] = [0, 1, -1]
    return [0, 1, -1, 2, -2].flatMap { offset in
      steps.flatMap { left in steps.map { right in (left, right, offset) } }
    }
  }()

  private static let pairCount = 256 * 256

  /// The constants for 256 rows of 256 bytes: the left bytes are the same in all rows, the right ones of a row begin at
  /// the second one of the row before it.
  private static func pairs(_ constants: ByteRowCode.Constants) -> AlignedBuffer {
    var constants = constants
    (constants.leftStep, constants.rightStep, constants.outputStep) = (0, 1, 256)
    return AlignedBuffer(constants)
  }

  /// The results for all pairs of bytes.
  private static func results(of kernel: ByteRowKernel) -> AlignedBuffer {
    let bytes = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
    let output = AlignedBuffer(zeros: pairCount / 4)
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      kernel.call(rows: 256, length: 256, left: start, right: start, output: UnsafeMutableRawPointer(output.pointer))
        .run()
    }
    return output
  }
}
