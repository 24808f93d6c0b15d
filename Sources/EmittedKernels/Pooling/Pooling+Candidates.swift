import TensorKernels

extension Pooling {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, elements: [.float32, .int8, .uint8], supports: { MachinePooling.supports($0) },
      make: { problem, _, code in MachinePooling(problem, code) })
  ]
}
