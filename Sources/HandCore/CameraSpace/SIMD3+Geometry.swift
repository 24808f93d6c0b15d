extension SIMD3<Float> {
  /// The scalar product.
  func dot(_ other: SIMD3) -> Float { (self * other).sum() }

  /// The vector product.
  func cross(_ other: SIMD3) -> SIMD3 {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The length of the vector.
  var length: Float { (self * self).sum().squareRoot() }

  /// The unit vector of the same direction; zero for a vector without a length.
  var unit: SIMD3 {
    let length = length
    return length > 0 ? self / length : SIMD3()
  }

  /// True if no coordinate is infinite or NaN.
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
