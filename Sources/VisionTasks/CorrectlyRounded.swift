import Platform

/// Functions on floats that are computed in double and rounded once.
///
/// MediaPipe's own mathematics library rounds correctly; `sinf`, `expf` and `atan2f` of the system differ from it in
/// the last bit now and then, and a crop that depends on the previous frame's region carries such a bit on.
package enum CorrectlyRounded {
  /// The cosine of an angle in radians.
  package static func cosine(_ angle: Float) -> Float {
    Float(cos(Double(angle)))
  }

  /// The sine of an angle in radians.
  package static func sine(_ angle: Float) -> Float {
    Float(sin(Double(angle)))
  }

  /// e to the power of `exponent`.
  package static func exponential(_ exponent: Float) -> Float {
    Float(exp(Double(exponent)))
  }

  /// The angle of the vector (x, y), in −π…π.
  package static func arctangent(y: Float, x: Float) -> Float {
    Float(atan2(Double(y), Double(x)))
  }

  /// An angle brought into [−π, π) by whole turns, in double arithmetic.
  package static func wrapped(_ angle: Float) -> Float {
    let wide = Double(angle)
    let turn = 2 * Double.pi
    return Float(wide - turn * ((wide + Double.pi) / turn).rounded(.down))
  }
}
