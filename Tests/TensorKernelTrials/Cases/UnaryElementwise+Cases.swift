import TensorKernels

extension UnaryElementwise.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(
      inputs: [TrialTensor(count, element, values)], outputs: [TrialTensor(count, element)], tolerance: tolerance)
  }

  /// Roots and logarithms take positive numbers; exponentials take numbers for which they do not overflow.
  private var values: TrialTensor.Values {
    switch function {
    case .squareRoot, .reciprocalSquareRoot, .logarithm: .positive(100)
    default: .upTo(element == .float32 ? 8 : 127)
    }
  }

  /// Vectorized functions add their terms differently than the system's functions; those that cancel differ by a
  /// fraction of one.
  private var tolerance: TrialTolerance {
    switch function {
    case .logistic: .ulps(4)
    case .exponential: .ulps(2)
    case .hyperbolicTangent, .exponentialLinear: .ulps(3)
    case .gaussianErrorLinearByTangent: .ulps(3, ofOne: 16)
    // In the loop, one plus an error function near minus one is off by a unit of one, times half of |x| ≤ 8.
    case .gaussianErrorLinear: .ulps(4, ofOne: 16)
    case .sine, .cosine, .logarithm: .ulps(2)
    default: .exact
    }
  }
}

extension UnaryElementwise {
  package static let cases: [KernelCase<Problem>] = {
    let functions: [UnaryFunction] = [
      .absolute, .negate, .sign, .square, .squareRoot, .reciprocalSquareRoot, .floor, .ceiling, .round, .logistic,
      .limit(lower: 0, upper: 6), .exponential, .logarithm, .sine, .cosine, .hyperbolicTangent, .exponentialLinear,
      .hardSwish, .gaussianErrorLinear, .gaussianErrorLinearByTangent, .leaky(slope: 0.2),
      .stepped(step: 0.1, lower: -2.5, upper: 3.5),
    ]
    let networks = [UnaryFunction.limit(lower: 0, upper: 6), .logistic, .hardSwish, .gaussianErrorLinear].map {
      KernelCase.network("\($0) of 28×28×240", Problem($0, count: 28 * 28 * 240))
    }
    let edges = functions.flatMap { function in
      [7, 33].map { KernelCase.edge("\(function) of \($0)", Problem(function, count: $0)) }
    }
    let large = [KernelCase.edge("logistic of more than fit the portable form", Problem(.logistic, count: 1031))]
    let integers = [NumberType.int8, .int64].map {
      KernelCase.edge("absolute \($0)", Problem(.absolute, count: 19, element: $0))
    }
    return networks + edges + large + integers
  }()
}
