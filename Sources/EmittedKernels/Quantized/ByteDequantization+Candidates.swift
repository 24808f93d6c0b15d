import TensorKernels

extension ByteDequantization {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, elements: [.int8, .uint8], supports: { _ in ByteRowKernel.isAvailable },
      make: { problem, _, _ in MachineByteConversion(problem) })
  ]
}
