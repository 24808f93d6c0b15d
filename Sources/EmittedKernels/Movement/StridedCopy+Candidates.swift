import TensorKernels

extension StridedCopy {
  /// Tiles of words or bytes, if the layouts are transposed, those of bytes in lines that share places of the cache
  /// first; rows of whole words.
  package static let emitted: [KernelCandidate<Problem, any StridedCopyKernel>] = [
    KernelCandidate(
      .machineCode, form: "staged", elements: [.uint8], supports: { StagedTransposedCopy.supports($0) },
      make: { problem, _, _ in StagedTransposedCopy(problem) }),
    KernelCandidate(
      .machineCode, form: "transposed", elements: [.uint8], supports: { MachineTransposedCopy.supports($0) },
      make: { problem, _, _ in MachineTransposedCopy(problem) }),
    KernelCandidate(
      .machineCode, form: "rows", elements: [.uint8],
      // Vectors of repeated elements, blocks and short rows are faster.
      supports: { MachineStridedCopy.supports($0) && !portable.hasVectors(for: $0) },
      make: { problem, _, _ in MachineStridedCopy(problem) }),
  ]
}
