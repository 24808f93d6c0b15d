/// Layer normalization of a gate's sums in integers, with LiteRT's bits.
package struct IntegerNormalization: Sendable {
  /// The input of scales.
  let place: Int
  private let factor: FixedPointMultiplier
  /// Replaces a variance of zero.
  private let minVariance: Int32
  private let bias: [Int32]

  package init(place: Int, scale: Float, bias: [Int32]) {
    (self.place, self.bias) = (place, bias)
    // The result has 12 fraction bits.
    factor = FixedPointMultiplier(Double(scale) * 4096)
    minVariance = max(1, Int32(min(10000 * scale, 0x1p30)))
  }

  var byteCount: Int { bias.count * MemoryLayout<Int32>.stride }

  /// In place.
  func run(_ operands: KernelOperands, _ sums: UnsafeMutablePointer<Int16>) {
    let scales = operands.input(place, as: Int16.self), count = bias.count
    var sum: Int64 = 0, squares: Int64 = 0
    for i in 0..<count {
      let value = Int64(sums[i])
      sum += value
      squares += value * value
    }
    let mean = Int32(truncatingIfNeeded: sum * 1024 / Int64(count))
    let variance = squares &* Int64((1 << 20) / count) &- Int64(mean) * Int64(mean)
    let whole = Int32(truncatingIfNeeded: variance / (1 << 20))
    let inverse = FixedPointMultiplier(inverseRootOf: whole < 1 ? minVariance : whole)
    for i in 0..<count {
      let centered = inverse.product(1024 &* Int32(sums[i]) &- mean)
      let scaled = centered &* Int32(scales[i]) &+ bias[i]
      let rounded = (Int64(scaled) + (scaled > 0 ? 512 : -512)) / 1024
      sums[i] = Int16(clamping: factor.product(Int32(rounded)))
    }
  }
}
