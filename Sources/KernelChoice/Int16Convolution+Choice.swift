import MachineCode
import TensorKernels

extension Int16Convolution {
  /// The kernel and its actual provider; nil where float32 is faster, or if 16 bits cannot represent the weights.
  package static func kernel(
    for convolution: Convolution.Problem, weights: LayerWeights, requested: KernelProvider?, code: CodeAllocator
  ) -> (kernel: any UnitKernel, provider: KernelProvider)? {
    guard pays(convolution, requested: requested) else { return nil }
    let problem = Problem(convolution)
    return Weights(weights, problem).map {
      family.kernel(for: problem, weights: $0, requested: requested, code: code)
    }
  }

  /// Whether integers are faster and kernels are emitted. Other kernels follow the same rule on request, so that all
  /// providers compute the same.
  package static func pays(_ convolution: Convolution.Problem, requested: KernelProvider?) -> Bool {
    guard Problem.isSupported(convolution), convolution.outputChannels >= minColumns,
      convolution.depth >= minDepth
    else { return false }
    return Precision.takesIntegers(
      requested: requested, ifEmitted: family.emits(Problem(convolution), requested: .machineCode))
  }

  /// Below these, conversion and epilogue cost what the products save.
  private static let minColumns = 16, minDepth = 16
}
