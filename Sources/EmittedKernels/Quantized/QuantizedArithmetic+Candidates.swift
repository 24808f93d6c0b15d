import TensorKernels

extension QuantizedArithmetic {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, elements: [.int8, .uint8],
      // A factor of sums is far below one, except for scales that no network has.
      supports: { ByteRowKernel.isAvailable && ($0.factor.right > 0 || !$0.operation.isSum) },
      make: { problem, _, _ in MachineQuantizedArithmetic(problem) })
  ]
}
