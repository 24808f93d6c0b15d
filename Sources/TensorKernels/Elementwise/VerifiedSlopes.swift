/// ``ByteProduct``s with the exact results of ``PReLU/Bytes``: `min(byte, zero point)` times the slope's factor plus
/// `max(byte, zero point)` times the factor of positive numbers.
///
/// The definition rounds floats three times and the product once, so that they can differ only near ties. The bytes of
/// each channel near ties (``NearWholes``) are compared. If the nearest factors differ at one of them, neighboring ones
/// are tried.
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
    let zeroPoint = problem.input.signed.zeroPoint
    var below = Side(problem, shift, min(-128 - zeroPoint, 0)..<0)
    let sides = Self.sides(problem, shift, 0..<max(128 - zeroPoint, 0))
    var products: [ByteProduct] = []
    for slope in slopes {
      below.findTies(slope)
      let factors = Self.factors(near: problem.factor * Double(slope), shift)
      guard let product = Self.product(problem, shift, sides, below, factors) else { return nil }
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
    let row = Array(repeatElement(products, count: rowsPerUnit).joined())
    return constants.followed(by: row.count / 64) { block in ByteProductBlock { row[block * 64 + $0] } }
  }

  // MARK: Verification

  /// The bytes on one side of the zero point.
  private struct Side {
    private let problem: PReLU.Bytes
    private let shift: Int32
    /// The first byte relative to the zero point, and the byte count.
    private let first: Int32, count: Int
    /// The bytes near ties, relative to the zero point, and the results of ``PReLU/Bytes/byte(_:slope:)``.
    private var ties: [(integer: Int32, result: Int32)] = []

    init(_ problem: PReLU.Bytes, _ shift: Int32, _ integers: Range<Int32>) {
      (self.problem, self.shift, first, count) = (problem, shift, integers.lowerBound, integers.count)
    }

    /// Finds the bytes near ties for a slope.
    mutating func findTies(_ slope: Float) {
      ties.removeAll(keepingCapacity: true)
      let step = problem.factor * Double(slope), output = problem.output.signed
      // Three rounded floats of up to 1024, and the largest steps of factors and offset that are tried below.
      let distance = 1024 * 4 * 0x1p-24 + (8.5 * 255 + 64.5) / Double(1 << shift)
      let (zeroPoint, unsignedShift) = (problem.input.zeroPoint, problem.output.zeroPoint - output.zeroPoint)
      _ = NearWholes.allSatisfy(count, from: Double(first) * step + 0.5, step: step, within: distance) { index in
        let integer = first &+ Int32(index)
        let byte = problem.byte(UInt8(truncatingIfNeeded: integer &+ zeroPoint), slope: slope)
        let result = problem.output.isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte) - unsignedShift
        ties.append((integer, result))
        return true
      }
    }

    /// Whether a factor gives the exact results.
    func isEqual(_ factor: Int32, offset: Int32) -> Bool {
      let output = problem.output.signed
      return ties.allSatisfy { integer, result in
        max(output.lower, min((offset &+ factor &* integer) >> shift, output.upper)) == result
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
  private static func sides(
    _ problem: PReLU.Bytes, _ shift: Int32, _ integers: Range<Int32>
  ) -> [(factor: Int32, offset: Int32)] {
    var side = Side(problem, shift, integers)
    side.findTies(1)
    let zeroPoint = Double(problem.output.signed.zeroPoint)
    let nearest = Int32(((zeroPoint + 0.5) * Double(1 << shift)).rounded())
    let offsets = [0, 1, -1, 16, -16, 64, -64].map { nearest + $0 }
    var sides: [(factor: Int32, offset: Int32)] = []
    for offset in offsets {
      let factor = factors(near: problem.factor, shift).first { side.isEqual($0, offset: offset) }
      if let factor { sides.append((factor, offset)) }
    }
    return sides
  }

  /// The first product with the exact results of a channel.
  private static func product(
    _ problem: PReLU.Bytes, _ shift: Int32, _ sides: [(factor: Int32, offset: Int32)], _ below: Side,
    _ factors: [Int32]
  ) -> ByteProduct? {
    let zeroPoint = problem.input.signed.zeroPoint
    for side in sides {
      let factor = factors.first { below.isEqual($0, offset: side.offset) }
      guard let factor else { continue }
      return ByteProduct(
        left: factor, right: side.factor, offset: side.offset &- (factor &+ side.factor) &* zeroPoint)
    }
    return nil
  }
}
