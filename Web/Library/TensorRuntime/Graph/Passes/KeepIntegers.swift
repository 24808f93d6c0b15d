import TensorKernels

extension Graph {
  /// There are no kernels of integers.
  package mutating func keepIntegers(provider: KernelProvider?) throws(ModelError) {}
}
