import TensorKernels

extension ElementComparison {
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, elements: [.int32, .int64], supports: { _ in IntegerComparison.isAvailable },
      pays: { $0.operands.rowLength >= 32 }, make: { problem, _, _ in kernel(problem) { loop(problem, $0, $1) } })
  ]

  private static func loop(
    _ problem: Problem, _ comparison: ElementComparison, _ operands: Broadcasting
  ) -> Loop? {
    guard let emitted = IntegerComparison(comparison, problem.element, operands) else { return nil }
    return { emitted.run($0, $1, $2, $3) }
  }
}
