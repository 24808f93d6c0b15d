import TensorKernels

extension Graph {
  /// Blocks pay with emitted code alone.
  package mutating func fuseBlocks(
    provider: KernelProvider?, where pays: (ConvolutionBlock.Problem, KernelProvider?) -> Bool
  ) throws(ModelError) {}
}
