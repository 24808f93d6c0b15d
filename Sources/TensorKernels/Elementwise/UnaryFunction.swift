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
  /// The nearest of the numbers `lower`, `lower + step`, … up to `upper`, ties to the farther one; NaN becomes `lower`.
  case stepped(step: Float, lower: Float, upper: Float)
  /// `x < 0 ? x · slope : x`.
  case leaky(slope: Float)

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
      /// Inlined into each case, so that they become vector loops.
      @inline(__always) func map(_ function: (Element) -> Element) {
        for i in range { target[i] = function(source[i]) }
      }
      switch self {
      case .absolute: map { $0 < 0 ? 0 &- $0 : $0 }
      case .negate: map { 0 &- $0 }
      case .sign: map { $0.signum() }
      case .square: map { $0 &* $0 }
      default: preconditionFailure("\(self) is not a function of integers")
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
