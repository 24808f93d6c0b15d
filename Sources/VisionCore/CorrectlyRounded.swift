import MudraPlatform

/// Functions on floats, computed in double and rounded once.
///
/// MediaPipe's math library rounds correctly; the system's `sinf`, `expf` and `atan2f` sometimes differ from it in the
/// last bit, and a crop that depends on the previous frame's region propagates such a bit.
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

  /// An angle normalized to [−π, π), in double arithmetic.
  package static func wrapped(_ angle: Float) -> Float {
    let wide = Double(angle)
    let turn = 2 * Double.pi
    return Float(wide - turn * ((wide + Double.pi) / turn).rounded(.down))
  }
}
