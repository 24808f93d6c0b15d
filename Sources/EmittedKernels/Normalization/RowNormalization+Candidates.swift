import TensorKernels

extension RowNormalization {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, form: "vectors", supports: { MachineRowNormalization.supports($0) },
      make: { problem, _, _ in MachineRowNormalization(problem) }),
    KernelCandidate(
      .machineCode, form: "the system's exponential function", supports: { MachineSoftmax.supports($0) },
      make: { problem, _, _ in MachineSoftmax(problem) }),
  ]
}
