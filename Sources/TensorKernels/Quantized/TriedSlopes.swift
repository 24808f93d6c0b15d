/// Products of bytes (``ByteProduct``) with the integers of a ``BytePReLU``, which is tried with all bytes of each
/// channel: of a byte below the zero point and the zero point itself, or of the two the other way around.
struct TriedSlopes {
  private let problem: BytePReLU.Problem
  private let shift: Int32
  /// One for each channel.
  private let products: [ByteProduct]
  /// Rows that are one row of the code, whose elements come 64 at a time.
  let rowsPerUnit: Int

  /// The most channels whose bytes are tried; of more, the trial takes longer than a run saves.
  static let mostChannels = 4096

  /// Nil if there are no such factors, if few rows are no multiple of vectors, or without the code.
  init?(_ problem: BytePReLU.Problem, _ slopes: [Float]) {
    let counts = [1, 2, 4, 8, 16, 32, 64].filter {
      ($0 * problem.channels).isMultiple(of: 64) && problem.rows.isMultiple(of: $0)
    }
    // The largest one: few elements take about as long as the beginning and the end of a row.
    guard ByteRowKernel.hasProducts, problem.channels <= Self.mostChannels, let shift = Self.shift(problem, slopes),
      let rowsPerUnit = counts.last(where: { $0 * problem.channels <= 1024 }) ?? counts.first(where: { $0 <= 2 })
    else { return nil }
    (self.problem, self.shift, self.rowsPerUnit) = (problem, shift, rowsPerUnit)
    let integers = (0...255).map { problem.input.integer(UInt8($0)) }
    var below = Side(problem, integers.filter { $0 < 0 })
    let sides = Self.sides(problem, shift, integers.filter { $0 >= 0 })
    var products: [ByteProduct] = []
    for slope in slopes {
      below.setResults(slope)
      let factors = Self.factors(near: problem.factor * Double(slope), shift)
      guard let product = Self.product(problem, shift, sides, below, factors) else { return nil }
      products.append(product)
    }
    self.products = products
  }

  /// What is the same for all channels.
  var constants: ByteProductConstants {
    ByteProductConstants(shift: shift, turn: problem.input.signed.zeroPoint, to: problem.output)
  }

  /// Constants in memory, followed by what there is for the elements of a row of the code.
  func following(_ constants: ByteRowCode.Constants) -> AlignedBuffer {
    constants.followed(by: rowsPerUnit * problem.channels / 64) { block in
      ByteProductBlock { products[(block * 64 + $0) % products.count] }
    }
  }

  // MARK: Trials

  /// Bytes on one side of the zero point, relative to it, and what ``BytePReLU/Problem/byte(_:slope:)`` makes of them.
  private struct Side {
    private let problem: BytePReLU.Problem
    /// Four at a time; the last one may be there several times.
    private let integers: [SIMD4<Int32>]
    /// What the integers stand for.
    private let numbers: [SIMD4<Float>]
    private var results: [SIMD4<Int32>]

    init(_ problem: BytePReLU.Problem, _ integers: [Int32]) {
      self.problem = problem
      self.integers = stride(from: 0, to: integers.count, by: 4).map { first in
        SIMD4((0..<4).map { integers[min(first + $0, integers.count - 1)] })
      }
      numbers = self.integers.map { problem.inputScale * SIMD4<Float>($0) }
      results = self.integers
    }

    /// Computes the results for a slope.
    mutating func setResults(_ slope: Float) {
      let output = problem.output.signed
      let (lower, upper) = (SIMD4(repeating: output.lower), SIMD4(repeating: output.upper))
      for index in integers.indices {
        let x = numbers[index]
        var number = x.replacing(with: x * slope, where: x .< 0) / problem.outputScale
        // A NaN becomes the lower limit.
        number = SIMD4(repeating: -1024).replacing(with: number, where: number .>= -1024)
        number.replace(with: 1024, where: number .> 1024)
        let isNegative = number .< 0
        // The number before a half rounds ties away from zero, as a call of libm would.
        let magnitude = number.replacing(with: -number, where: isNegative) + 0x1.fffffep-2
        // The next whole number is in the last bits of such a sum.
        let nearest = magnitude + 0x1p23
        var whole = nearest.bits &- SIMD4<Float>(repeating: 0x1p23).bits
        whole.replace(with: whole &- 1, where: nearest - 0x1p23 .> magnitude)
        whole.replace(with: 0 &- whole, where: isNegative)
        results[index] = pointwiseMax(lower, pointwiseMin(whole &+ output.zeroPoint, upper))
      }
    }

    /// Whether a factor has all results.
    func isEqual(_ factor: Int32, offset: Int32, shift: Int32) -> Bool {
      let output = problem.output.signed
      let (lower, upper) = (SIMD4(repeating: output.lower), SIMD4(repeating: output.upper))
      for index in integers.indices {
        let result = (offset &+ factor &* integers[index]) &>> SIMD4(repeating: shift)
        if any(pointwiseMax(lower, pointwiseMin(result, upper)) .!= results[index]) { return false }
      }
      return true
    }
  }

  /// The shift with which all channels fit.
  private static func shift(_ problem: BytePReLU.Problem, _ slopes: [Float]) -> Int32? {
    var shift: Int32 = 22
    for slope in slopes {
      let (left, right) = (problem.factor * Double(slope), problem.factor)
      let offset = Double(problem.output.signed.zeroPoint) - (left + right) * Double(problem.input.signed.zeroPoint)
      guard let fitting = ByteProduct.Numbers(left: left, right: right, offset: offset).shift else { return nil }
      shift = min(shift, fitting)
    }
    return shift
  }

  /// The integers near a factor, the nearest one first.
  private static func factors(near factor: Double, _ shift: Int32) -> [Int32] {
    let nearest = Int32((factor * Double(1 << shift)).rounded())
    return [0, 1, -1, 2, -2, 3, -3, 4, -4, 6, -6, 8, -8].map { nearest + $0 }
  }

  /// Factors from the zero point on, and offsets relative to it, that have all results.
  private static func sides(
    _ problem: BytePReLU.Problem, _ shift: Int32, _ integers: [Int32]
  ) -> [(factor: Int32, offset: Int32)] {
    var side = Side(problem, integers)
    side.setResults(1)
    let zeroPoint = Double(problem.output.signed.zeroPoint)
    let nearest = Int32(((zeroPoint + 0.5) * Double(1 << shift)).rounded())
    let offsets = [0, 1, -1, 16, -16, 64, -64].map { nearest + $0 }
    var sides: [(factor: Int32, offset: Int32)] = []
    for offset in offsets {
      let factor = factors(near: problem.factor, shift).first { side.isEqual($0, offset: offset, shift: shift) }
      if let factor { sides.append((factor, offset)) }
    }
    return sides
  }

  /// The first product that has all results of a channel.
  private static func product(
    _ problem: BytePReLU.Problem, _ shift: Int32, _ sides: [(factor: Int32, offset: Int32)], _ below: Side,
    _ factors: [Int32]
  ) -> ByteProduct? {
    let zeroPoint = problem.input.signed.zeroPoint
    for side in sides {
      let factor = factors.first { below.isEqual($0, offset: side.offset, shift: shift) }
      guard let factor else { continue }
      return ByteProduct(
        left: factor, right: side.factor, offset: side.offset &- (factor &+ side.factor) &* zeroPoint)
    }
    return nil
  }
}

extension BytePReLU.Problem {
  /// What numbers from the zero point on are multiplied by.
  var factor: Double { Double(inputScale) / Double(outputScale) }
}

extension SIMD4<Float> {
  /// The bits of each element.
  fileprivate var bits: SIMD4<Int32> { unsafeBitCast(self, to: SIMD4<Int32>.self) }
}
