/// Eight floats in two registers of ``Vector4``'s width.
struct Vector8 {
  var low: Vector4
  var high: Vector4

  @inline(__always)
  init(low: Vector4, high: Vector4) { (self.low, self.high) = (low, high) }

  /// Loads from any address.
  @inline(__always)
  init(loading pointer: UnsafePointer<Float>) {
    (low, high) = (Vector4(loading: pointer), Vector4(loading: pointer + 4))
  }

  /// Stores at any address.
  @inline(__always)
  func store(to pointer: UnsafeMutablePointer<Float>) {
    low.store(to: pointer)
    high.store(to: pointer + 4)
  }

  /// `self + a * b`, with the rounding of ``Swift/SIMD4/adding(_:times:)``.
  @inline(__always)
  func adding(_ a: Vector8, times b: Vector8) -> Vector8 {
    Vector8(low: low.adding(a.low, times: b.low), high: high.adding(a.high, times: b.high))
  }

  @inline(__always)
  func adding(_ a: Float, times b: Vector8) -> Vector8 {
    let a = Vector4(repeating: a)
    return Vector8(low: low.adding(a, times: b.low), high: high.adding(a, times: b.high))
  }

  /// `self + a * b`, rounded once (``Swift/SIMD4/addingRoundedOnce(_:times:)``).
  ///
  /// - Parameter isCoarse: whether results other than zero are at least 2^-126, which saves a test.
  @inline(__always)
  func addingRoundedOnce(_ a: Vector8, times b: Vector8, isCoarse: Bool) -> Vector8 {
    #if SIMD128 && !RELAXED_SIMD
      let halfway = multiply_add_halfway(a.low, b.low, low) | multiply_add_halfway(a.high, b.high, high)
      guard isCoarse, !is_any(halfway) else {
        return Vector8(low: multiply_add_each(a.low, b.low, low), high: multiply_add_each(a.high, b.high, high))
      }
      return Vector8(
        low: multiply_add_twice_rounded(a.low, b.low, low), high: multiply_add_twice_rounded(a.high, b.high, high))
    #else
      return Vector8(
        low: low.addingRoundedOnce(a.low, times: b.low), high: high.addingRoundedOnce(a.high, times: b.high))
    #endif
  }

  @inline(__always)
  static func + (a: Vector8, b: Vector8) -> Vector8 { Vector8(low: a.low + b.low, high: a.high + b.high) }
}
