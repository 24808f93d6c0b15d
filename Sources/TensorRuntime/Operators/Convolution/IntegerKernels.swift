import KernelChoice
import TensorKernels

extension Conv2D {
  /// An int16 kernel, where a pass keeps integers or the precision allows them; nil for floats.
  func integerKernel(
    for problem: Convolution.Problem, _ weights: ConstantWeights, _ context: PreparationContext
  ) -> PreparedKernel? {
    if integerInputLimit != nil || storesIntegers { return preparedIntegers(problem, weights, context) }
    guard context.precision == .fast else { return nil }
    return weights.withLayerWeights { weights in
      if problem.isPointwise {
        let product = problem.matrixProblem
        let made = Int16MatrixMultiply.kernel(
          for: product, weights: weights, requested: context.provider, code: context.code)
        if let made {
          return PreparedKernel(MatrixRows(product, made.kernel), made.provider, precision: .fast, places: [0, 3])
        }
      }
      let made = Int16Convolution.kernel(
        for: problem, weights: weights, requested: context.provider, code: context.code)
      return made.map { PreparedKernel($0.kernel, $0.provider, precision: .fast) }
    }
  }

  private func preparedIntegers(
    _ problem: Convolution.Problem, _ weights: ConstantWeights, _ context: PreparationContext
  ) -> PreparedKernel {
    let output: Int16MatrixMultiply.Problem.Values = storesIntegers ? .integers : .floats
    return weights.withLayerWeights { weights in
      if problem.isPointwise {
        let product = Int16MatrixMultiply.Problem(
          problem.matrixProblem, input: integerInputLimit == nil ? .floats : .integers, output: output)
        let (kernel, provider) = Int16MatrixMultiply.kernel(
          ofIntegers: product, weights: weights, inputLimit: integerInputLimit, requested: context.provider,
          code: context.code)
        return PreparedKernel(product.rows(kernel), provider, precision: .fast, places: [0, 3])
      }
      let convolution = Int16Convolution.Problem(problem, output: output)
      guard let weights = Int16Convolution.Weights(weights, convolution) else {
        preconditionFailure("the pass that keeps integers has found that 16 bits represent the filter")
      }
      let (kernel, provider) = context.kernel(Int16Convolution.family, convolution, weights)
      return PreparedKernel(kernel, provider, precision: .fast)
    }
  }
}
