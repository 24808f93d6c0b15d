import TensorKernels

/// The end of tiles whose factors are ``FusedFactor``s: products, then the zero point in 16-bit integers.
///
///     byte = limits((⌊double⌋ + 2 · zeroPoint + 1) >> 1)     double: twice the product
enum FusedRequantization {
  struct Constants {
    let sign = SIMD16<Int32>(repeating: .min)
    /// Twice the zero point, plus one.
    let zeroPoint: SIMD32<Int16>
    let lower: SIMD32<Int16>, upper: SIMD32<Int16>

    init(_ output: ByteRange) {
      zeroPoint = SIMD32(repeating: Int16(output.zeroPoint) * 2 + 1)
      (lower, upper) = (SIMD32(repeating: Int16(output.lower)), SIMD32(repeating: Int16(output.upper)))
    }
  }
}
