import TensorKernels

extension Reduction {
  /// Rows, a unit of which is a row; axes that merge, whose only unit is everything; bytes, a unit of which is a group.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, form: "rows", supports: { MachineRowReduction.supports($0) },
      make: { problem, _, _ in MachineRowReduction(problem) }),
    KernelCandidate(
      .machineCode, form: "columns",
      supports: {
        // Portable products of rows take four at a time.
        MachineReduction.supports(shape: $0.shape, isReduced: $0.isReduced)
          && ($0.operation != .product || rowLength($0) == nil)
      },
      make: { problem, _, _ in
        MachineReduction(problem.operation, shape: problem.shape, isReduced: problem.isReduced)
      }),
    KernelCandidate(
      .machineCode, form: "bytes", elements: [.int8, .uint8, .bool],
      supports: { ByteRowKernel.isAvailable && ByteReduction.supports($0) },
      make: { problem, _, _ in ByteReduction.emitted(problem) }),
  ]
}
