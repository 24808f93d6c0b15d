import TensorKernels

extension DepthwiseConvolution {
  /// Whether integers are faster for a convolution, the depthwise convolution that reads it, and the 1×1 convolution
  /// after that, if all kernels are emitted. Other kernels follow the same rule on request, so that all providers
  /// compute the same.
  package static func int16Pays(
    between first: Convolution.Problem, _ depthwise: Problem, and last: Convolution.Problem, requested: KernelProvider?
  ) -> Bool {
    guard !first.hasAddend, last.isPointwise, depthwise.hasInt16Form, depthwise.hasInt16Sizes,
      first.isPointwise
        ? Int16MatrixMultiply.pays(first.matrixProblem, requested: requested)
        : Int16Convolution.pays(first, requested: requested),
      Int16MatrixMultiply.pays(last.matrixProblem, input: .integers, requested: requested)
    else { return false }
    return Precision.takesIntegers(
      requested: requested, ifEmitted: family.emits(depthwise.with(.int16(inputLimit: 1)), requested: .machineCode))
  }
}
