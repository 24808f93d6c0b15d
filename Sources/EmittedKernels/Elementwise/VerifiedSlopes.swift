import TensorKernels

/// ``ByteProduct``s with the exact results of ``PReLU/Bytes``: `min(byte, zero point)` times the slope's factor plus
/// `max(byte, zero point)` times the factor of positive numbers.
///
/// The bytes of each channel near ties (``SlopeSides``) are compared. If the nearest factors differ at one of them,
/// neighboring ones are tried.
struct VerifiedSlopes {
  private let problem: PReLU.Bytes
  private let shift: Int32
  /// One per channel.
  private let products: [ByteProduct]
  /// Rows that the code takes as one: a multiple of 64 elements.
  let rowsPerUnit: Int

  /// With more channels, verification takes longer than a run saves.
  static let maxChannels = 4096

  /// Nil if no factors give the exact results, if no few rows are whole vectors, or without the code.
  init?(_ problem: PReLU.Bytes, _ slopes: [Float]) {
    let counts = [1, 2, 4, 8, 16, 32, 64].filter {
      ($0 * problem.channels).isMultiple(of: 64) && problem.rows.isMultiple(of: $0)
    }
    // The largest count: starting and ending a row takes as long as a few vectors.
    guard ByteRowKernel.hasProducts, problem.channels <= Self.maxChannels, let shift = Self.shift(problem, slopes),
      let rowsPerUnit = counts.last(where: { $0 * problem.channels <= 1024 }) ?? counts.first(where: { $0 <= 2 })
    else { return nil }
    (self.problem, self.shift, self.rowsPerUnit) = (problem, shift, rowsPerUnit)
    let sides = SlopeSides(problem)
    let positive = Self.positive(sides.positive, shift)
    var products: [ByteProduct] = []
    for slope in slopes {
      let negative = Ties(sides.negative, shift, slope)
      let factors = Self.factors(near: problem.factor * Double(slope), shift)
      guard let product = Self.product(problem, positive, negative, factors) else { return nil }
      products.append(product)
    }
    self.products = products
  }

  /// The constants that all channels share.
  var constants: ByteProductConstants {
    ByteProductConstants(shift: shift, turn: problem.input.signed.zeroPoint, to: problem.output)
  }

  /// Constants followed by the products of each element of the code's row.
  func following(_ constants: ByteRowCode.Constants) -> AlignedBuffer {
    let (count, channels) = (rowsPerUnit * products.count / 64, products.count)
    // Blocks repeat as soon as whole rows fill whole blocks.
    let distinct = channels >> min(channels.trailingZeroBitCount, 6)
    let blocks = (0..<distinct).map { block in ByteProductBlock { products[(block * 64 + $0) % channels] } }
    return constants.followed(by: count) { blocks[$0 % distinct] }
  }

  // MARK: Verification

  /// The bytes on one side of the zero point that are near ties for a slope.
  private struct Ties {
    private let shift: Int32
    /// The limits of results, of signed bytes.
    private let limits: (lower: Int32, upper: Int32)
    /// What is subtracted from unsigned results to make them signed.
    private let unsignedShift: Int32
    private let ties: [SlopeSides.Tie]

    init(_ side: SlopeSides.Side, _ shift: Int32, _ slope: Float) {
      let output = side.problem.output.signed
      (self.shift, limits) = (shift, (output.lower, output.upper))
      unsignedShift = side.problem.output.zeroPoint - output.zeroPoint
      // The largest steps of factors and offset that are tried.
      ties = side.ties(slope, within: (8.5 * 255 + 64.5) / Double(1 << shift))
    }

    /// Whether a factor gives the exact results.
    func isEqual(_ factor: Int32, offset: Int32) -> Bool {
      ties.allSatisfy { integer, result in
        max(limits.lower, min((offset &+ factor &* integer) >> shift, limits.upper)) == result - unsignedShift
      }
    }
  }

  /// The largest shift for which every channel's products fit.
  private static func shift(_ problem: PReLU.Bytes, _ slopes: [Float]) -> Int32? {
    var shift: Int32 = 22
    for slope in slopes {
      let (left, right) = (problem.factor * Double(slope), problem.factor)
      let offset = Double(problem.output.signed.zeroPoint) - (left + right) * Double(problem.input.signed.zeroPoint)
      guard let fitting = ByteProduct.Coefficients(left: left, right: right, offset: offset).shift else { return nil }
      shift = min(shift, fitting)
    }
    return shift
  }

  /// The integers near a factor, the nearest one first.
  private static func factors(near factor: Double, _ shift: Int32) -> [Int32] {
    let nearest = Int32((factor * Double(1 << shift)).rounded())
    return [0, 1, -1, 2, -2, 3, -3, 4, -4, 6, -6, 8, -8].map { nearest + $0 }
  }

  /// Factors and offsets (relative to the zero point) with the exact results of bytes from the zero point on.
  private static func positive(_ side: SlopeSides.Side, _ shift: Int32) -> [(factor: Int32, offset: Int32)] {
    let ties = Ties(side, shift, 1)
    let zeroPoint = Double(side.problem.output.signed.zeroPoint)
    let nearest = Int32(((zeroPoint + 0.5) * Double(1 << shift)).rounded())
    let offsets = [0, 1, -1, 16, -16, 64, -64].map { nearest + $0 }
    var positive: [(factor: Int32, offset: Int32)] = []
    for offset in offsets {
      let factor = factors(near: side.problem.factor, shift).first { ties.isEqual($0, offset: offset) }
      if let factor { positive.append((factor, offset)) }
    }
    return positive
  }

  /// The first product with the exact results of a channel.
  private static func product(
    _ problem: PReLU.Bytes, _ positive: [(factor: Int32, offset: Int32)], _ negative: Ties, _ factors: [Int32]
  ) -> ByteProduct? {
    let zeroPoint = problem.input.signed.zeroPoint
    for side in positive {
      let factor = factors.first { negative.isEqual($0, offset: side.offset) }
      guard let factor else { continue }
      return ByteProduct(
        left: factor, right: side.factor, offset: side.offset &- (factor &+ side.factor) &* zeroPoint)
    }
    return nil
  }
}
