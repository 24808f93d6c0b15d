import KernelChoice
import MachineCode
import MudraPlatform
import TensorKernels
import TestSupport
import Testing

/// Integers that emitted code computes by way of floats, where a result is near the middle between two integers.
@Suite struct RoundingTests {
  /// Emitted code has no division: the floats next to each place where the byte changes, and those of no byte.
  @Test(arguments: [true, false]) func `bytes of quotients near ties are those of divisions`(_ isSigned: Bool) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for trial in 0..<50 {
      let scale = Float(sign: .plus, exponent: trial / 2 - 12, significand: 1.5 + random.floats(1)[0] / 4)
      let range = ByteRange(isSigned: isSigned, zeroPoint: isSigned ? trial - 25 : trial * 5)
      var numbers: [Float] = [.nan, .infinity, -.infinity, 3e38, -3e38, 0x1p-140, -0x1p-140, 0, -0.0]
      for half in -520...520 {
        let place = Float(half) / 2 * scale
        numbers += (0..<9).map { Float(bitPattern: place.bitPattern &+ $0 &- 4) }
      }
      numbers += random.floats(1000).map { $0 * 200 * scale }
      let problem = ByteQuantization.Problem(range, count: numbers.count, scale: scale)
      let input = numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
      let found = KernelProvider.available.map { provider in
        bytes(of: ByteQuantization.family, problem, (), provider, inputs: [input], count: numbers.count)
      }
      let expected = numbers.map { ByteQuantization.byte($0, problem) }
      #expect(found.allSatisfy { $0 == expected }, "scale \(scale)")
    }
  }

  /// Each column has one factor, and sums around one of the middles; every eighth factor has exact ones.
  @Test(arguments: [true, false]) func `products around ties are those of fixed-point numbers`(_ isSigned: Bool) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let (columns, depth) = (128, 16)
    var factors: [Double] = []
    var bias: [Int32] = []
    for column in 0..<columns {
      let fraction = Double(abs(random.floats(1)[0])) / 8 + 0.25
      let shift = column % 8 == 0 ? 2 + column / 8 % 13 : column % 14
      let factor = (column % 8 == 0 ? 0.75 : fraction) / Double(1 << shift)
      let middle = (Double(random.floats(1)[0]) * 160).rounded() + 0.5
      factors.append(factor)
      bias.append(Int32((middle / factor).rounded()))
    }
    let problem = ByteMatrixMultiply.Problem(
      rows: 256, columns: columns, depth: depth,
      .bytes(
        ByteMatrixMultiply.Elements.Bytes(
          input: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? 0 : 128),
          output: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -17 : 140))))
    let weights = ByteMatrixMultiply.Weights(
      filter: ByteFilter((0..<columns * depth).map { index -> Int16 in index % depth == 0 ? 1 : 0 }),
      factors: factors.map { factor in FixedPointMultiplier(factor) }, bias: bias, columns: columns)
    let input = (0..<256 * depth).map { index -> UInt8 in UInt8(index / depth) }
    let found = bytes(
      of: ByteMatrixMultiply.family, problem, weights, .machineCode, inputs: [input], count: 256 * columns)
    #expect(
      found
        == bytes(of: ByteMatrixMultiply.family, problem, weights, .reference, inputs: [input], count: 256 * columns))
  }

  /// What the scales of operands and results differ by: from ties everywhere to results of one byte.
  private static let ratios: [Float] = [0.02, 0.11, 0.25, 0.5, 0.77, 1, 1.3, 2, 3.1, 11, 60]

  @Test(arguments: [true, false], ratios)
  func `sums of all pairs of bytes are those of fixed-point numbers`(isSigned: Bool, ratio: Float) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for relation in [1, 0.3 + 2 * abs(random.floats(1)[0])] {
      let numbers = random.floats(5).map { abs($0) }
      func zeroPoint(_ number: Float) -> Int { Int(number * 255) - (isSigned ? 128 : 0) }
      let left = 0.01 + numbers[0] / 10
      let problem = QuantizedArithmetic.Problem(
        numbers[1] < 0.5 ? .add : .subtract, BroadcastPair(left: [65536], right: [65536]),
        left: (left, zeroPoint(numbers[2])), right: (left * relation, zeroPoint(numbers[3])),
        output: ByteRange(isSigned: isSigned, zeroPoint: zeroPoint(numbers[4])), outputScale: left * ratio)
      let inputs = [0, 8].map { shift in (0..<65536).map { index -> UInt8 in UInt8(index >> shift & 255) } }
      let found = bytes(of: QuantizedArithmetic.family, problem, (), .machineCode, inputs: inputs, count: 65536)
      let expected = bytes(of: QuantizedArithmetic.family, problem, (), .reference, inputs: inputs, count: 65536)
      #expect(found == expected)
    }
  }

  @Test(arguments: [true, false], ratios)
  func `slopes of all bytes are those of floats`(isSigned: Bool, ratio: Float) {
    compareSlopes([0, 0.25, 0.5, 1, -0.5, -1, 1e-30, 1.5], isSigned, scale: 0.03, ratio)
  }

  @Test(arguments: [true, false], [0x1p-130, 1e-37, 1e30, 1e36] as [Float])
  func `slopes are those of floats where their products overflow or vanish`(isSigned: Bool, scale: Float) {
    compareSlopes([0, 1e-30, 1e-8, 1e-3, -1e-3, 1e3, -1e3, 1e8, 1e30], isSigned, scale: scale, 1)
    compareSlopes([0, 1, 1e-2, 100, -100, 1e3], isSigned, scale: scale, 50)
    compareSlopes([0, 1, 1e-2, -1e-2, 1e-3], isSigned, scale: scale, 0.01)
  }

  /// Compares the results of all bytes for these slopes and for random ones.
  private func compareSlopes(_ some: [Float], _ isSigned: Bool, scale: Float, _ ratio: Float) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let slopes = some + random.floats(192 - some.count)
    let zeroPoints = random.floats(2).map { Int(abs($0) * 255) - (isSigned ? 128 : 0) }
    let problem = PReLU.Bytes(
      rows: 256, channels: slopes.count, input: ByteRange(isSigned: isSigned, zeroPoint: zeroPoints[0]),
      inputScale: scale, output: ByteRange(isSigned: isSigned, zeroPoint: zeroPoints[1]), outputScale: scale * ratio)
    let input = (0..<256 * slopes.count).map { index -> UInt8 in UInt8(index / slopes.count) }
    let found = bytes(of: PReLU.family, .bytes(problem), slopes, .machineCode, inputs: [input], count: input.count)
    let expected = bytes(of: PReLU.family, .bytes(problem), slopes, .reference, inputs: [input], count: input.count)
    #expect(found == expected)
  }
}
