/// Four floats: the widest vector that fits in one register on both baseline x86-64 (SSE2) and arm64 (NEON).
///
/// Comparisons and minima are written on this concrete type: the same code in a generic context is many times slower.
package typealias Vector4 = SIMD4<Float>

extension SIMD4 where Scalar == Float {
  /// Loads from any address.
  @inline(__always)
  package init(loading pointer: UnsafePointer<Float>) {
    self = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<Float>.self)
  }

  /// Stores at any address.
  @inline(__always)
  package func store(to pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: self, as: SIMD4<Float>.self)
  }

  /// `self + a * b`: fused on arm64, and in web modules with an instruction for it (`Tools/build-web`); two roundings
  /// on x86-64, where an unfused build would call libm for each lane.
  @inline(__always)
  package func adding(_ a: SIMD4<Float>, times b: SIMD4<Float>) -> SIMD4<Float> {
    #if arch(arm64)
      return self.addingProduct(a, b)
    #elseif RELAXED_SIMD
      return multiply_add(a, b, self)
    #else
      return self + a * b
    #endif
  }

  /// `self + a * b`, rounded once; in web modules with relaxed instructions, where the processor can.
  @inline(__always)
  func addingRoundedOnce(_ a: SIMD4<Float>, times b: SIMD4<Float>) -> SIMD4<Float> {
    #if RELAXED_SIMD
      return multiply_add(a, b, self)
    #else
      return self.addingProduct(a, b)
    #endif
  }

  /// Clamps to `lower…upper`; NaN persists.
  @inline(__always)
  package func limited(_ lower: SIMD4<Float>, _ upper: SIMD4<Float>) -> SIMD4<Float> {
    larger(lower).smaller(upper)
  }

  /// The maximum in each lane; `self` where unordered.
  @inline(__always)
  package func larger(_ other: SIMD4<Float>) -> SIMD4<Float> {
    #if SIMD128
      return larger_floats(self, other)
    #else
      return self.replacing(with: other, where: other .> self)
    #endif
  }

  /// The minimum in each lane; `self` where unordered.
  @inline(__always)
  func smaller(_ other: SIMD4<Float>) -> SIMD4<Float> {
    #if SIMD128
      return smaller_floats(self, other)
    #else
      return self.replacing(with: other, where: other .< self)
    #endif
  }

  /// Truncates toward zero. The initializer of `SIMD4<Int32>` does the same, but calls the runtime for each lane.
  ///
  /// - Precondition: lanes fit in 32-bit integers.
  @inline(__always)
  package var wholeParts: SIMD4<Int32> {
    SIMD4<Int32>(Int32(self[0]), Int32(self[1]), Int32(self[2]), Int32(self[3]))
  }

  /// Leaky ReLU with a slope per lane.
  @inline(__always)
  package func leaky(_ slopes: SIMD4<Float>) -> SIMD4<Float> {
    self.replacing(with: self * slopes, where: self .< SIMD4<Float>.zero)
  }
}

/// `sum + a * b` with the rounding of ``Swift/SIMD4/adding(_:times:)``, so that vectors and scalar tails agree to the
/// bit.
@inline(__always)
package func adding(_ sum: Float, _ a: Float, times b: Float) -> Float {
  #if arch(arm64)
    return sum.addingProduct(a, b)
  #elseif RELAXED_SIMD
    return multiply_add(SIMD4(repeating: a), SIMD4(repeating: b), SIMD4(repeating: sum))[0]
  #else
    return sum + a * b
  #endif
}
