import MachineCode

extension PReLU {
  /// PReLU of the numbers that bytes stand for, with a slope for each channel, to bytes of another scale.
  ///
  ///     output[i, c] = limits(round(y / outputScale) + zeroPoint)     ties away from zero
  ///     y = x < 0 ? x · slope[c] : x,   x = inputScale · (input[i, c] − inputZero)
  package struct Bytes: Sendable, Hashable {
    /// Pixels and their channels.
    package let rows: Int, channels: Int
    package let input: ByteRange, output: ByteRange
    let inputScale: Float, outputScale: Float

    package init(
      rows: Int, channels: Int, input: ByteRange, inputScale: Float, output: ByteRange, outputScale: Float
    ) {
      (self.rows, self.channels, self.input, self.output) = (rows, channels, input, output)
      (self.inputScale, self.outputScale) = (inputScale, outputScale)
    }

    /// The result for a byte.
    func byte(_ byte: UInt8, slope: Float) -> UInt8 {
      let x = inputScale * Float(input.integer(byte))
      return ByteQuantization.byte(
        x < 0 ? x * slope : x, ByteQuantization.Problem(output, count: 1, scale: outputScale))
    }

    /// The factor of bytes from the zero point on.
    var factor: Double { Double(inputScale) / Double(outputScale) }

    var isEmitted: Bool { ByteRowKernel.isAvailable && channels > 0 && input.isSigned == output.isSigned }

    func emitted(_ slopes: [Float]) -> any UnitKernel {
      let kernel = MachineBytePReLU(products: self, slopes) ?? MachineBytePReLU(floats: self, slopes)
      return kernel ?? TabledBytePReLU(self, slopes)
    }

    /// Nil if there would be too many.
    func tables(_ slopes: [Float]) -> (any UnitKernel)? { channels <= 1024 ? TabledBytePReLU(self, slopes) : nil }

    /// The plain loop.
    func loop(_ slopes: [Float]) -> LoopKernel {
      LoopKernel(rows, elementsPerUnit: channels) { rows, operands in
        let input = operands.inputBytes(0).assumingMemoryBound(to: UInt8.self)
        let output = operands.output(as: UInt8.self)
        for i in rows.lowerBound * channels..<rows.upperBound * channels {
          output[i] = byte(input[i], slope: slopes[i % channels])
        }
      }
    }
  }

  /// The maximum of bytes that kernels of bytes hold: tables, or constants for at most 1024 elements or two rows.
  package static func packedByteCount(channels: Int) -> Int { channels * 512 + 16384 }
}

/// A table of the results for all bytes for each channel.
private final class TabledBytePReLU: UnitKernel {
  let problem: PReLU.Bytes
  private let tables: [UInt8]

  init(_ problem: PReLU.Bytes, _ slopes: [Float]) {
    self.problem = problem
    tables = slopes.flatMap { slope in (0...255).map { problem.byte($0, slope: slope) } }
  }

  var unitCount: Int { problem.rows }
  var elementsPerUnit: Int? { problem.channels }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { tables.count }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let input = operands.inputBytes(0).assumingMemoryBound(to: UInt8.self), output = operands.output(as: UInt8.self)
    tables.withUnsafeBufferPointer { tables in
      for row in units {
        let first = row * problem.channels
        for c in 0..<problem.channels { output[first + c] = tables[c << 8 | Int(input[first + c])] }
      }
    }
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

  func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (EmittedCall) -> Void) {
    guard !units.isEmpty else { return }
    let length = elementsPerRow, first = units.lowerBound * length
    body(
      kernel.call(
        rows: units.count, length: length, left: operands.inputBytes(0) + first,
        output: operands.outputBytes() + first))
  }
}
