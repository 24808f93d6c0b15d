import TensorKernels

extension Requantization {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { _ in ByteRowKernel.isAvailable },
      make: { problem, weights, _ in MachineRequantization(problem, weights) })
  ]
}
