import TensorKernels

extension UnaryElementwise {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, form: "guarded", supports: { MachineGuardedFunction.supports($0.function) },
      make: { problem, _, _ in MachineGuardedFunction(problem.function, count: problem.count) }),
    KernelCandidate(
      .machineCode, supports: { MachineUnaryElementwise.supports($0.function, count: $0.count) },
      make: { problem, _, _ in MachineUnaryElementwise(problem.function, count: problem.count) }),
  ]
}
