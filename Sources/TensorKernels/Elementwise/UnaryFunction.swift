import MudraPlatform

/// A function of one number, applied element by element.
package enum UnaryFunction: Sendable, Hashable {
  case absolute, negate, sign, square, squareRoot, reciprocalSquareRoot
  case floor, ceiling
  /// To the nearest integer, ties to even.
  case round
  /// `1 / (1 + e^-x)`.
  case logistic
  /// Clamped to an interval; NaN stays.
  case limit(lower: Float, upper: Float)
  case exponential, logarithm, sine, cosine, hyperbolicTangent
  /// `x < 0 ? e^x − 1 : x`.
  case exponentialLinear
  /// `x · min(max(x + 3, 0), 6) / 6`.
  case hardSwish
  /// `x · Φ(x)`, where Φ is the normal distribution's: `(1 + erf(x / √2)) / 2`.
  case gaussianErrorLinear
  /// The same with `erf(x / √2) ≈ tanh(√(2/π) · (x + 0.044715 · x³))`.
  case gaussianErrorLinearByTangent
  /// `x < 0 ? x · slope : x`.
  case leaky(slope: Float)

  /// Computes elements `range`: the plain loops that define the functions.
  package func run(_ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
    /// Inlined into each case, so that simple functions become vector loops.
    @inline(__always) func map(_ function: (Float) -> Float) {
      for i in range { output[i] = function(input[i]) }
    }
    switch self {
    case .absolute: map { abs($0) }
    case .negate: map { -$0 }
    case .sign: map { $0 > 0 ? 1 : ($0 < 0 ? -1 : $0) }
    case .square: map { $0 * $0 }
    case .squareRoot: map { $0.squareRoot() }
    case .reciprocalSquareRoot: map { 1 / $0.squareRoot() }
    case .floor: map { $0.rounded(.down) }
    case .ceiling: map { $0.rounded(.up) }
    case .round: map { $0.rounded(.toNearestOrEven) }
    case .logistic: map { 1 / (1 + expf(-$0)) }
    case .limit(let lower, let upper): map { $0 < lower ? lower : ($0 > upper ? upper : $0) }
    case .exponential: map { expf($0) }
    case .logarithm: map { logf($0) }
    case .sine: map { sinf($0) }
    case .cosine: map { cosf($0) }
    case .hyperbolicTangent: map { tanhf($0) }
    case .exponentialLinear: map { $0 < 0 ? expm1f($0) : $0 }
    case .hardSwish: map { $0 * min(max($0 + 3, 0), 6) * (1 / 6) }
    case .gaussianErrorLinear: map { 0.5 * $0 * (1 + erff($0 * 0.707_106_77)) }
    case .gaussianErrorLinearByTangent:
      map { 0.5 * $0 * (1 + tanhf(0.797_884_6 * ($0 + 0.044_715 * $0 * $0 * $0))) }
    case .leaky(let slope): map { $0 < 0 ? $0 * slope : $0 }
    }
  }

  /// The function with portable vectors, if that is faster than the compiled ``run(_:_:_:)``.
  package var vectorKernel: (@Sendable (Range<Int>, UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void)? {
    switch self {
    case .logistic: UnaryElementwise.logistic
    case .limit(let lower, let upper): { UnaryElementwise.clamp($0, $1, $2, lower: lower, upper: upper) }
    default: nil
    }
  }

  /// Computes elements `range` of integers, which wrap around on overflow.
  ///
  /// - Precondition: the function is one of `absolute`, `negate`, `sign`, `square`, and the pointers are to elements of
  ///   the signed integer type `type`.
  package func run(
    _ type: NumberType, _ range: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    func run<Element: FixedWidthInteger & SignedInteger>(_ element: Element.Type) {
      let source = input.assumingMemoryBound(to: element)
      let target = output.assumingMemoryBound(to: element)
      for i in range {
        let x = source[i]
        switch self {
        case .absolute: target[i] = x < 0 ? 0 &- x : x
        case .negate: target[i] = 0 &- x
        case .sign: target[i] = x.signum()
        case .square: target[i] = x &* x
        default: preconditionFailure("\(self) is not a function of integers")
        }
      }
    }
    switch type {
    case .int64: run(Int64.self)
    case .int32: run(Int32.self)
    case .int16: run(Int16.self)
    case .int8: run(Int8.self)
    case .uint8, .bool, .float32: preconditionFailure("\(type) is not a signed integer type")
    }
  }
}
