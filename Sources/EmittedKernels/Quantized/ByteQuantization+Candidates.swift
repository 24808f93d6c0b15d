import TensorKernels

extension ByteQuantization {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { _ in ByteRowKernel.isAvailable },
      make: { problem, _, _ in
        let divided = problem.conversion(.divided)
        guard let corrected = problem.conversion(.corrected), let divided, problem.haveEqualBytes(divided, corrected)
        else { return divided }
        return corrected
      })
  ]
}
