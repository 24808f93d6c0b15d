/// The conversion from luma and chroma, in units of 2^−13: a channel is the sum of products and its offset, shifted
/// right by 13 bits and clamped to 0…255.
///
/// The factors fit in 16 bits. Results are within 0.54 of the exact values. Vectors are red, green, blue, alpha.
struct YUVFactors {
  static let shift: Int32 = 13

  /// The same for the three colors.
  let luma: Int32
  let u: SIMD4<Int32>
  let v: SIMD4<Int32>
  let offset: SIMD4<Int32>

  init(_ encoding: YUVImage.Encoding) {
    let (kr, kb) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let kg = 1 - kr - kb
    let isVideo = encoding.range == .video
    let unit = Double(1 << Self.shift)
    let chroma = isVideo ? unit * 255 / 224 : unit
    luma = Self.rounded(isVideo ? unit * 255 / 219 : unit)
    u = SIMD4(0, Self.rounded(-chroma * (2 - 2 * kb) * kb / kg), Self.rounded(chroma * (2 - 2 * kb)), 0)
    v = SIMD4(Self.rounded(chroma * (2 - 2 * kr)), Self.rounded(-chroma * (2 - 2 * kr) * kr / kg), 0, 0)
    // Half a unit is added for rounding; alpha is at least 255 for any luma.
    let black: Int32 = (1 << (Self.shift - 1)) - (isVideo ? 16 : 0) * luma
    let alpha: Int32 = 272 << Self.shift
    offset = SIMD4(black, black, black, alpha) &- 128 &* (u &+ v)
  }

  private static func rounded(_ value: Double) -> Int32 {
    Int32(value + (value < 0 ? -0.5 : 0.5))
  }

  /// The contribution of a pixel's chroma to its color.
  @inline(__always)
  func chroma(u: UInt8, v: UInt8) -> SIMD4<Int32> {
    self.u &* Int32(u) &+ self.v &* Int32(v) &+ offset
  }

  /// The color of a pixel.
  @inline(__always)
  func color(y: UInt8, chroma: SIMD4<Int32>) -> SIMD4<UInt8> {
    let sum = (chroma &+ luma &* Int32(y)) &>> Self.shift
    return SIMD4(truncatingIfNeeded: sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
  }
}
