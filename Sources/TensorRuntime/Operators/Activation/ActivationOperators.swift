import TensorKernels

// Unary activations.

/// `1 / (1 + e^-x)`.
package struct Logistic: PlainUnaryOperator {
  package static let entry = Entry("LOGISTIC", 14, .logistic)
  package init() {}
}

/// The hyperbolic tangent.
struct HyperbolicTangent: PlainUnaryOperator { static let entry = Entry("TANH", 28, .hyperbolicTangent) }

/// `e^x − 1` below zero, `x` above.
struct ExponentialLinear: PlainUnaryOperator { static let entry = Entry("ELU", 111, .exponentialLinear) }

/// `x · min(max(x + 3, 0), 6) / 6`.
struct HardSwish: PlainUnaryOperator { static let entry = Entry("HARD_SWISH", 117, .hardSwish) }

/// `x · Φ(x)`, where Φ is the normal distribution's, by the error function or, if the options say so, approximated by a
/// hyperbolic tangent.
struct GaussianErrorLinear: UnaryOperator {
  static let tfliteName = "GELU"
  static let builtinCode = 150
  let function: UnaryFunction
  init(parsing options: OperatorOptions) throws(OperatorError) {
    function = try options.flag(0) ? .gaussianErrorLinearByTangent : .gaussianErrorLinear
  }
}

/// Negative values times a slope from the options.
struct LeakyReLU: UnaryOperator {
  static let tfliteName = "LEAKY_RELU"
  static let builtinCode = 98
  let slope: Float
  var function: UnaryFunction { .leaky(slope: slope) }
  init(parsing options: OperatorOptions) throws(OperatorError) { slope = try options.float(0) }

  func fusedActivation(_ inputs: Operands) -> FusedActivation? {
    guard slope.isFinite else { return nil }
    return inputs.optional(0)?.type.shape.last.map { .slopes([Float](repeating: slope, count: $0)) }
  }
}

/// Clamps to 0 and above.
package struct ReLU: ClampOperator {
  package static let entry = Entry("RELU", 19, .relu)
  package init() {}
}

/// Clamps to 0…6.
package struct ReLU6: ClampOperator {
  package static let entry = Entry("RELU6", 21, .relu6)
  package init() {}
}

/// Clamps to −1…1.
package struct ReLUN1To1: ClampOperator {
  package static let entry = Entry("RELU_N1_TO_1", 20, .reluMinus1To1)
  package init() {}
}

/// Clamps to 0…1.
struct ReLU0To1: ClampOperator { static let entry = Entry("RELU_0_TO_1", 152, .relu0To1) }
