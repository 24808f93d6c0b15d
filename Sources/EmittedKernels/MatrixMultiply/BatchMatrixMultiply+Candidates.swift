import TensorKernels

extension BatchMatrixMultiply {
  /// Products of packed sides.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { MachineBatchMatrixMultiply.supports($0) },
      pays: { MachineBatchMatrixMultiply.pays($0) },
      make: { problem, _, code in MachineBatchMatrixMultiply(problem, code) }),
    KernelCandidate(
      .machineCode, form: "bytes", elements: [.int8, .uint8],
      supports: { problem in problem.bytes.map { MachineByteBatchMatrixMultiply.supports(problem, $0) } ?? false },
      pays: { MachineBatchMatrixMultiply.pays($0) },
      make: { problem, _, code in problem.bytes.flatMap { MachineByteBatchMatrixMultiply(problem, $0, code) } }),
  ]
}
