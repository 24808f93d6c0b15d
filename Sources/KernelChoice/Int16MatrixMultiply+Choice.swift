import MachineCode
import TensorKernels

extension Int16MatrixMultiply {
  /// The kernel and actual provider of a 1×1 convolution; nil where float32 is faster, or if 16 bits cannot represent
  /// the weights.
  package static func kernel(
    for product: MatrixMultiply.Problem, weights: LayerWeights, requested: KernelProvider?, code: CodeAllocator
  ) -> (kernel: any RowProductKernel, provider: KernelProvider)? {
    guard pays(product, requested: requested) else { return nil }
    let problem = Problem(product)
    return Weights(weights, problem).map {
      family.kernel(for: problem, weights: $0, requested: requested, code: code)
    }
  }

  /// The kernel of a product from or to integers.
  ///
  /// - Parameter inputLimit: the value of the largest integer, if rows are integers.
  /// - Precondition: 16 bits represent the weights (``Int16Filter``), and integer results are bounded.
  package static func kernel(
    ofIntegers problem: Problem, weights: LayerWeights, inputLimit: Float?, requested: KernelProvider?,
    code: CodeAllocator
  ) -> (kernel: any RowProductKernel, provider: KernelProvider) {
    guard let weights = Weights(weights, problem, inputLimit: inputLimit ?? 0) else {
      preconditionFailure("16 bits do not represent the weights of a product of integers")
    }
    return family.kernel(for: problem, weights: weights, requested: requested, code: code)
  }

  /// Whether integers are faster: there are enough sums per row to pay for its conversion, and kernels are emitted.
  /// Other kernels follow the same rule on request, so that all providers compute the same.
  package static func pays(
    _ product: MatrixMultiply.Problem, input: Problem.Values = .floats, requested: KernelProvider?
  ) -> Bool {
    guard product.rows >= 6, product.columns >= (input == .floats ? minColumns : minColumnsOfIntegers),
      product.columns.isMultiple(of: 8) || !product.hasAddend,
      (minDepth...Int16Filter.maxTerms).contains(product.depth),
      input == .floats || product.depth.isMultiple(of: 8)
    else { return false }
    return Precision.takesIntegers(
      requested: requested, ifEmitted: family.emits(Problem(product, input: input), requested: .machineCode))
  }

  /// Below these, conversion and epilogue cost what the products save.
  private static let minColumns = 24, minDepth = 16
  private static let minColumnsOfIntegers = 8
}
