import TensorKernels

extension Dequantization {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, elements: [.int8, .uint8], supports: { $0.scales.count == 1 && ByteRowKernel.isAvailable },
      make: { problem, _, _ in MachineByteConversion(problem) })
  ]
}
