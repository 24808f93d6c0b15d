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
}
