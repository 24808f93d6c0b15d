import TensorKernels

extension ResizeBilinear {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { MachineResizeBilinear.supports($0) },
      make: { problem, _, _ in MachineResizeBilinear(problem) })
  ]
}
