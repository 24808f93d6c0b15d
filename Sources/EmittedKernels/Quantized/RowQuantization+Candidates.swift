import TensorKernels

extension RowQuantization {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { MachineRowQuantization.supports($0.blocks) },
      make: { problem, _, _ in MachineRowQuantization(problem) })
  ]
}
