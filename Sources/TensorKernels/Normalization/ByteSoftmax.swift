extension RowNormalization {
  /// Softmax of quantized bytes in integers, with the bits of TFLite's reference kernel and gemmlowp's fixed-point
  /// functions. The output scale is 1/256.
  ///
  ///     output[i] = e[largest − input[i]] / Σ e[largest − input[j]]     e[d] = e^(−d · scale)
  package struct ByteSoftmax: Sendable, Hashable {
    /// Row lengths whose sums fit in 12 integer bits.
    package static let lengths = 1...4095
    package static let tableByteCount = 2 * 256 * MemoryLayout<UInt32>.stride

    /// Converts a difference of bytes to an exponent with 5 integer bits.
    private let factor: FixedPointMultiplier

    /// Nil if the exponent for a difference of 1 exceeds the range of fixed-point numbers.
    package init?(scale: Double) {
      let factor = scale * 0x1p26
      guard factor > 1, factor < 0x1p30 else { return nil }
      self.factor = FixedPointMultiplier(factor)
    }

    /// `e^x` of differences from 0 to 255, without integer bits.
    fileprivate func exponentials() -> [Int32] {
      // Zero beyond the largest exponent.
      let last = (31 << 26) >> factor.left
      return (0..<256).map { $0 > last ? 0 : Self.exponential(factor.product(-$0)) }
    }

    /// `e^x` for x ≤ 0 with 5 integer bits.
    private static func exponential(_ value: Int32) -> Int32 {
      guard value < 0 else { return .max }
      let quarter: Int32 = 1 << 24, rest = (value & (quarter - 1)) - quarter
      // A Taylor series around −1/8, for −1/4..<0; e^−1/8 and 1/3.
      let (middle, third): (Int32, Int32) = (1_895_147_668, 715_827_883)
      let x = rest << 5 + 1 << 28, square = product(x, x)
      let (cube, fourth) = (product(square, x), product(square, square))
      let terms = product((fourth + 2) >> 2 + cube, third) + square
      // Ties away from zero.
      var result = middle + product(middle, x + (terms + 1 + terms >> 31) >> 1)
      // e^−1/4, e^−1/2, e^−1 and so on.
      let factors: [Int32] = [1_672_461_947, 1_302_514_674, 790_015_084, 290_630_308, 39_332_535, 720_401, 242]
      for (bit, factor) in factors.enumerated() where (rest - value) >> Int32(24 + bit) & 1 == 1 {
        result = product(result, factor)
      }
      return result
    }

    /// `1 / (1 + x)` of a number in 0..<1 without integer bits, by Newton's method.
    fileprivate static func reciprocalOfOnePlus(_ value: Int32) -> Int32 {
      let half = Int32((Int64(value) + 1 << 31) >> 1)
      // 48 / 17 and −32 / 17.
      var reciprocal = 1_515_870_810 + product(half, -1_010_580_540)
      for _ in 0..<3 { reciprocal += product(reciprocal, 1 << 29 - product(half, reciprocal)) << 2 }
      return Int32(clamping: Int64(reciprocal) << 1)
    }

    /// The rounded product of two numbers without integer bits that are not both −1, ties up.
    private static func product(_ left: Int32, _ right: Int32) -> Int32 {
      Int32(truncatingIfNeeded: (Int64(left) &* Int64(right) &+ 1 << 30) &>> 31)
    }
  }

  static func kernel(_ softmax: ByteSoftmax, _ problem: Problem) -> any UnitKernel {
    let length = problem.length, mask: UInt8 = problem.element == .int8 ? 0x80 : 0
    let exponentials = softmax.exponentials().map { UInt32($0) }
    // The same with 12 integer bits, for sums.
    let tables = exponentials + exponentials.map { ($0 + 1 << 11) >> 12 }
    return LoopKernel(problem.rows) { rows, operands in
      let input = operands.inputBytes(0).assumingMemoryBound(to: UInt8.self)
      let output = operands.outputBytes().assumingMemoryBound(to: UInt8.self)
      tables.withUnsafeBufferPointer { tables in
        guard let exponentials = tables.baseAddress else { return }
        for row in rows {
          let start = row * length
          softmaxOfRow(length, mask, exponentials, terms: exponentials + 256, input + start, output + start)
        }
      }
    }
  }

  /// Softmax of a row; `mask` makes bytes compare as unsigned.
  private static func softmaxOfRow(
    _ length: Int, _ mask: UInt8, _ exponentials: UnsafePointer<UInt32>, terms: UnsafePointer<UInt32>,
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>
  ) {
    var largest: UInt8 = 0
    for i in 0..<length { largest = max(largest, input[i] ^ mask) }
    var sum: UInt32 = 0
    for i in 0..<length { sum &+= terms[Int(largest &- (input[i] ^ mask))] }
    // The sum is a power of two times a number in 1..<2.
    let zeros = sum.leadingZeroBitCount, shift = UInt64(35 - zeros), half: UInt64 = 1 << (shift - 1)
    let fraction = Int32(truncatingIfNeeded: sum << zeros ^ 1 << 31)
    let scale = UInt64(ByteSoftmax.reciprocalOfOnePlus(fraction))
    // Lookups come first, so that the remaining loop vectorizes.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { powers in
      for start in stride(from: 0, to: length, by: 256) {
        let (input, output, count) = (input + start, output + start, min(length - start, 256))
        for i in 0..<count { powers[i] = exponentials[Int(largest &- (input[i] ^ mask))] }
        for i in 0..<count {
          let quotient = ((scale &* UInt64(powers[i]) &+ 1 << 30) &>> 31 &+ half) &>> shift
          output[i] = UInt8(truncatingIfNeeded: min(quotient, 255)) ^ mask
        }
      }
    }
  }
}
