import MachineCode
import MudraPlatform

/// Sums of bytes with the integers of TFLite's fixed-point numbers, by a fraction of their instructions: products of
/// bytes (``ByteProduct``), or fused floats.
///
/// The rounding may differ where a result is near the middle between two integers. Whether it does is tried with all
/// 65,536 pairs of bytes, when the kernel is made: emitted code takes some microseconds for it. If the nearest factors
/// give other integers, neighboring ones are tried: of a hundred random scales, 99 have floats, and 70 the nearest.
struct TriedSums {
  private let problem: QuantizedArithmetic.Problem
  private let constants: ByteRowCode.Constants
  private let isSigned: Bool
  /// Has the exact results.
  private let exact: ByteRowKernel
  /// Room for results of some pairs of bytes, the exact ones and those of a trial.
  private let results = AlignedBuffer(zeros: 2 * blockByteCount / 4)

  /// Sums that a routine defines; nil if the operation is another one.
  ///
  /// - Parameters:
  ///   - exact: the routine that defines the integers, and its constants. Neither operand is broadcast.
  init?(_ problem: QuantizedArithmetic.Problem, _ exact: ByteRowCode.Routine, _ constants: ByteRowCode.Constants) {
    guard problem.operation.isSum, let kernel = ByteRowKernel(exact, Self.pairs(constants)) else { return nil }
    (self.problem, self.constants, isSigned, self.exact) = (problem, constants, exact.isSigned, kernel)
  }

  /// A kernel with the exact integers; nil if no factors have them.
  func kernel() -> ByteRowKernel? { products() ?? floats() }

  // MARK: Products

  private func products() -> ByteRowKernel? {
    guard ByteRowKernel.hasProducts else { return nil }
    let (left, right) = factors
    let zeros = (Double(problem.leftZero - unsignedShift), Double(problem.rightZero - unsignedShift))
    let offset = Double(problem.output.signed.zeroPoint) + 0.5 - left * zeros.0 - right * zeros.1
    let numbers = ByteProduct.Numbers(left: left, right: right, offset: offset)
    guard let shift = numbers.shift else { return nil }
    let unit = Double(1 << shift)
    for (leftStep, rightStep, steps) in Self.neighbors {
      let product = ByteProduct(
        left: Int32((left * unit).rounded()) + leftStep, right: Int32((right * unit).rounded()) + rightStep,
        offset: Int32((offset * unit).rounded()) + steps * 24)
      var constants = constants
      constants.products = ByteProductConstants(shift: shift, to: problem.output)
      constants.products.sum = ByteProductLanes { _ in product }
      if hasExpected(.addInProducts, constants) { return kernel(.addInProducts, constants) }
    }
    return nil
  }

  // MARK: Floats

  private func floats() -> ByteRowKernel? {
    let (left, right) = factors
    let zeroPoint = Double(problem.output.zeroPoint)
    let offset = Float(zeroPoint - left * Double(problem.leftZero) - right * Double(problem.rightZero))
    let offsetStep = max(offset.ulp, 0x1p-18)
    for (leftStep, rightStep, steps) in Self.neighbors {
      var constants = constants
      constants.leftScale = SIMD16(repeating: Float(left) + Float(leftStep) * Float(left).ulp)
      constants.rightScale = SIMD16(repeating: Float(right) + Float(rightStep) * Float(right).ulp)
      constants.offset = SIMD16(repeating: offset + Float(steps) * offsetStep)
      if hasExpected(.addInFloats, constants) { return kernel(.addInFloats, constants) }
    }
    return nil
  }

  // MARK: Trials

  /// What the operands are multiplied by.
  private var factors: (left: Double, right: Double) {
    let scale = problem.factor.value * Double(1 << 20)
    let right = problem.rightFactor.value * scale
    return (problem.leftFactor.value * scale, problem.operation == .subtract ? -right : right)
  }

  /// What bytes without a sign are larger by than signed ones.
  private var unsignedShift: Int32 { isSigned ? 0 : 128 }

  /// The nearest factors and offset, then those some steps away.
  private static let neighbors: [(left: Int32, right: Int32, offset: Int32)] = {
    let steps: [Int32] = [0, 1, -1]
    return [0, 1, -1, 2, -2].flatMap { offset in
      steps.flatMap { left in steps.map { right in (left, right, offset) } }
    }
  }()

  private func kernel(_ function: ByteRowCode.Function, _ constants: ByteRowCode.Constants) -> ByteRowKernel? {
    ByteRowKernel(ByteRowCode.Routine(function: function, isSigned: isSigned), AlignedBuffer(constants))
  }

  /// Whether a function has the exact results for all pairs of bytes.
  private func hasExpected(_ function: ByteRowCode.Function, _ constants: ByteRowCode.Constants) -> Bool {
    let routine = ByteRowCode.Routine(function: function, isSigned: isSigned)
    guard let kernel = ByteRowKernel(routine, Self.pairs(constants)) else { return false }
    let expected = UnsafeMutableRawPointer(results.pointer), found = expected + Self.blockByteCount
    defer { withExtendedLifetime((results, exact, kernel)) {} }
    return Self.bytes.withUnsafeBytes { bytes in
      guard let left = bytes.baseAddress else { return false }
      return stride(from: 0, to: 256, by: Self.blockRowCount).allSatisfy { row in
        for (kernel, output) in [(exact, expected), (kernel, found)] {
          kernel.call(rows: Self.blockRowCount, length: 256, left: left, right: left + row, output: output).run()
        }
        return memcmp(found, expected, Self.blockByteCount) == 0
      }
    }
  }

  /// Rows of results that are compared at a time: they stay in the cache, and the first ones rule out most factors.
  private static let blockRowCount = 16
  private static let blockByteCount = blockRowCount * 256
  /// All bytes, twice.
  private static let bytes = (0..<512).map { UInt8(truncatingIfNeeded: $0) }

  /// The constants for 256 rows of 256 bytes: the left bytes are the same in all rows, the right ones of a row begin at
  /// the second one of the row before it.
  private static func pairs(_ constants: ByteRowCode.Constants) -> AlignedBuffer {
    var constants = constants
    (constants.leftStep, constants.rightStep, constants.outputStep) = (0, 1, 256)
    return AlignedBuffer(constants)
  }
}
