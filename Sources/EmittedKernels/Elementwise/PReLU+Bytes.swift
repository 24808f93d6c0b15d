import MachineCode
import TensorKernels

extension PReLU.Bytes {
  var isEmitted: Bool { ByteRowKernel.isAvailable && channels > 0 && input.isSigned == output.isSigned }

  func emitted(_ slopes: [Float]) -> any UnitKernel {
    MachineBytePReLU(products: self, slopes) ?? MachineBytePReLU(floats: self, slopes) ?? tables(slopes)
  }
}

/// Through emitted rows: products in integers or fused floats, with factors that give the same integers, which is tried
/// with the bytes near ties.
private final class MachineBytePReLU: EmittedKernel {
  let problem: PReLU.Bytes
  private let kernel: ByteRowKernel
  /// Rows that are one row of the code, which begins and ends one more slowly than it computes a few vectors.
  private let rowsPerUnit: Int

  /// Products in integers. Nil if there are no such factors, or if no such code can be emitted.
  init?(products problem: PReLU.Bytes, _ slopes: [Float]) {
    guard let slopes = VerifiedSlopes(problem, slopes) else { return nil }
    (self.problem, rowsPerUnit) = (problem, slopes.rowsPerUnit)
    let count = rowsPerUnit * problem.channels
    var constants = ByteRowCode.Constants()
    (constants.leftStep, constants.outputStep) = (count, count)
    constants.products = slopes.constants
    let routine = ByteRowCode.Routine(function: .slopesInProducts, isSigned: problem.output.isSigned)
    guard let kernel = ByteRowKernel(routine, slopes.following(constants)) else { return nil }
    self.kernel = kernel
  }

  /// Floats. Nil if there are no such factors, which is so where results are ties, or if no code can be emitted.
  init?(floats problem: PReLU.Bytes, _ slopes: [Float]) {
    guard problem.channels <= VerifiedSlopes.maxChannels else { return nil }
    self.problem = problem
    rowsPerUnit = [8, 4, 2].first { $0 * problem.channels <= 256 && problem.rows.isMultiple(of: $0) } ?? 1
    let sides = SlopeSides(problem)
    guard let positive = Self.factor(sides.positive, slope: 1) else { return nil }
    let count = rowsPerUnit * problem.channels
    var factors: [Float] = []
    for slope in slopes {
      guard let below = Self.factor(sides.negative, slope: slope) else { return nil }
      factors.append(below)
    }
    var constants = ByteRowCode.Constants()
    (constants.leftStep, constants.outputStep) = (count, count)
    constants.leftZero = SIMD16(repeating: problem.input.zeroPoint)
    constants.scale = SIMD16(repeating: positive)
    constants.set(output: problem.output)
    let buffer = constants.followed(by: (count + 15) / 16) { vector in
      var lanes = SIMD16<Float>()
      for lane in 0..<min(16, count - vector * 16) { lanes[lane] = factors[(vector * 16 + lane) % problem.channels] }
      return lanes
    }
    let routine = ByteRowCode.Routine(function: .slopes, isSigned: problem.output.isSigned)
    guard let kernel = ByteRowKernel(routine, buffer) else { return nil }
    self.kernel = kernel
  }

  /// The first factor near that of a slope that gives the exact results of a side's bytes.
  private static func factor(_ side: SlopeSides.Side, slope: Float) -> Float? {
    let problem = side.problem, zeroPoint = Float(problem.output.zeroPoint)
    let nearest = Float(problem.factor * Double(slope))
    // Four steps and the rounding of a factor of up to 4, times bytes, and the rounding of a sum below 2048.
    let ties = side.ties(slope, within: (4.5 * 2 * 1024 + 2048) * 0x1p-24)
    for step in [Float(0), 1, -1, 2, -2, 3, -3, 4, -4] {
      let candidate = nearest + step * nearest.ulp
      // Beyond that, the instruction gives the smallest integer. Zero times infinity is no number.
      guard abs(candidate) * 256 + abs(zeroPoint) < 0x1p31 else { continue }
      let isExact = ties.allSatisfy { integer, result in
        let sum = zeroPoint.addingProduct(Float(integer), candidate).rounded(.toNearestOrEven)
        return max(problem.output.lower, min(Int32(sum), problem.output.upper)) == result
      }
      if isExact { return candidate }
    }
    return nil
  }

  /// Those of one row of the code.
  private var elementsPerRow: Int { rowsPerUnit * problem.channels }

  var unitCount: Int { problem.rows / rowsPerUnit }
  var elementsPerUnit: Int? { elementsPerRow }
  var memory: [any KernelMemory] { kernel.memory }

  func maxCallCount(_ units: Range<Int>) -> Int { 1 }

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    guard !units.isEmpty else { return }
    let length = elementsPerRow, first = units.lowerBound * length
    body(
      kernel.call(
        rows: units.count, length: length, left: operands.inputBytes(0) + first,
        output: operands.outputBytes() + first))
  }
}
