import TensorKernels

extension ScaledSums {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { MachineScaledSums.supports($0) },
      make: { problem, scales, _ in MachineScaledSums(problem, scales) })
  ]
}
