import TensorKernels

extension RowNormalization {
  /// Vectors for long rows; a softmax with the system's `expf`, whose bits are the reference's.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, form: "vectors", supports: { MachineRowNormalization.supports($0) },
      make: { problem, _, _ in MachineRowNormalization(problem) }),
    KernelCandidate(
      .machineCode, form: "the system's exponential function", supports: { MachineSoftmax.supports($0) },
      make: { problem, _, _ in MachineSoftmax(problem) }),
  ]
}
