/// Products of bytes (``ByteProduct``) with the integers of a ``BytePReLU``: of a byte below the zero point and the
/// zero point itself, or of the two the other way around. They are verified for each channel with the bytes whose
/// results are near the middle between two integers (``NearWholes``).
struct VerifiedSlopes {
  private let problem: BytePReLU.Problem
  private let shift: Int32
  /// One for each channel.
  private let products: [ByteProduct]
  /// Rows that are one row of the code, whose elements come 64 at a time.
  let rowsPerUnit: Int

  /// The most channels that are verified; of more, that takes longer than a run saves.
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
    let zeroPoint = problem.input.signed.zeroPoint
    var below = Side(problem, shift, min(-128 - zeroPoint, 0)..<0)
    let sides = Self.sides(problem, shift, 0..<max(128 - zeroPoint, 0))
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
    let row = Array(repeatElement(products, count: rowsPerUnit).joined())
    return constants.followed(by: row.count / 64) { block in ByteProductBlock { row[block * 64 + $0] } }
  }

  // MARK: Trials

  /// Bytes on one side of the zero point.
  private struct Side {
    private let problem: BytePReLU.Problem
    private let shift: Int32
    /// The first byte, relative to the zero point, and the number of them.
    private let first: Int32, count: Int
    /// The bytes at which factors may give another result than ``BytePReLU/Problem/byte(_:slope:)``.
    private var places: [(integer: Int32, result: Int32)] = []

    init(_ problem: BytePReLU.Problem, _ shift: Int32, _ integers: Range<Int32>) {
      (self.problem, self.shift, first, count) = (problem, shift, integers.lowerBound, integers.count)
    }

    /// Takes the results for a slope.
    mutating func setResults(_ slope: Float) {
      places.removeAll(keepingCapacity: true)
      let step = problem.factor * Double(slope), output = problem.output.signed
      // The definition rounds floats three times; factors and offset are off by as much as those tried here.
      let distance = 1024 * 4 * 0x1p-24 + (8.5 * 255 + 64.5) / Double(1 << shift)
      let (zeroPoint, unsignedShift) = (problem.input.zeroPoint, problem.output.zeroPoint - output.zeroPoint)
      _ = NearWholes.allSatisfy(count, from: Double(first) * step + 0.5, step: step, within: distance) { index in
        let integer = first &+ Int32(index)
        let byte = problem.byte(UInt8(truncatingIfNeeded: integer &+ zeroPoint), slope: slope)
        let result = problem.output.isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte) - unsignedShift
        places.append((integer, result))
        return true
      }
    }

    /// Whether a factor has all results.
    func isEqual(_ factor: Int32, offset: Int32) -> Bool {
      let output = problem.output.signed
      return places.allSatisfy { integer, result in
        max(output.lower, min((offset &+ factor &* integer) >> shift, output.upper)) == result
      }
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
    _ problem: BytePReLU.Problem, _ shift: Int32, _ integers: Range<Int32>
  ) -> [(factor: Int32, offset: Int32)] {
    var side = Side(problem, shift, integers)
    side.setResults(1)
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

  /// The first product that has all results of a channel.
  private static func product(
    _ problem: BytePReLU.Problem, _ shift: Int32, _ sides: [(factor: Int32, offset: Int32)], _ below: Side,
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

extension BytePReLU.Problem {
  /// What numbers from the zero point on are multiplied by.
  var factor: Double { Double(inputScale) / Double(outputScale) }
}
