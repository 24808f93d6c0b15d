import TensorKernels

extension Conv2D {
  /// Modules for web pages compute with floats, whatever the precision.
  func integerKernel(
    for problem: Convolution.Problem, _ weights: ConstantWeights, _ context: PreparationContext
  ) -> PreparedKernel? { nil }
}

extension DepthwiseConv2D {
  func integerKernel(
    for problem: DepthwiseConvolution.Problem, _ weights: ConstantWeights, _ context: PreparationContext
  ) -> PreparedKernel? { nil }

  func integerPackedByteCount(of problem: DepthwiseConvolution.Problem) -> Int? { nil }
}
