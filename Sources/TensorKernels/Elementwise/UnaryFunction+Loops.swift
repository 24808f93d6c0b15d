import MudraPlatform

extension UnaryFunction {
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
    case .stepped(let step, let lower, let upper):
      let steps = 1 / step
      map {
        let raised = lower < $0 ? $0 : lower
        return (((raised < upper ? raised : upper) - lower) * steps).rounded() * step + lower
      }
    case .leaky(let slope): map { $0 < 0 ? $0 * slope : $0 }
    }
  }
}
