import TensorKernels

extension RowRanges {
  /// Fastest first.
  package static let emitted: [KernelCandidate<RowBlocks, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { MachineRowQuantization.supports($0) },
      make: { blocks, _, _ in MachineRowQuantization.range.map { range in loop(blocks) { range.limits($0, $1) } } })
  ]
}
