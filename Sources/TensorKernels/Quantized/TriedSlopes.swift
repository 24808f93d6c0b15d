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
    let below = integers.filter { $0 < 0 }
    let sides = Self.sides(problem, shift, integers.filter { $0 >= 0 })
    var products: [ByteProduct] = []
    for slope in slopes {
      let side = Side(problem, slope, below)
      let factors = Self.factors(near: problem.factor * Double(slope), shift)
      guard let product = Self.product(problem, shift, sides, side, factors) else { return nil }
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
    private let integers: [Int32], results: [Int32]
    private let lower: Int32, upper: Int32

    init(_ problem: BytePReLU.Problem, _ slope: Float, _ integers: [Int32]) {
      let output = problem.output.signed
      (self.integers, lower, upper) = (integers, output.lower, output.upper)
      results = integers.map { integer in
        let x = problem.inputScale * Float(integer)
        // In this order, a NaN becomes the lower limit.
        let number = min(max(-1024, (x < 0 ? x * slope : x) / problem.outputScale), 1024)
        // The number before a half rounds ties away from zero, as a call of libm would.
        let rounded = Int32(number + (number < 0 ? -0x1.fffffep-2 : 0x1.fffffep-2))
        return max(output.lower, min(rounded + output.zeroPoint, output.upper))
      }
    }

    /// Whether a factor has all results.
    func isEqual(_ factor: Int32, offset: Int32, shift: Int32) -> Bool {
      for index in integers.indices {
        let result = (offset &+ factor &* integers[index]) &>> shift
        if max(lower, min(result, upper)) != results[index] { return false }
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
    let side = Side(problem, 1, integers)
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
