import TensorKernels

extension ByteTable.Problem: TrialProblem {
  package var trial: KernelTrial<[UInt8]> {
    KernelTrial(
      inputs: [TrialTensor(count, .uint8, .upTo(255))], outputs: [TrialTensor(count, .uint8)],
      weights: { _ in (0..<256).map { UInt8(truncatingIfNeeded: $0 * 181 + 7) } })
  }
}

extension ByteTable {
  package static let cases: [KernelCase<Problem>] =
    [.network("activation of bytes at 56×56", Problem(count: 56 * 56 * 64))]
    + [0, 1, 7, 8, 9, 31].map { .edge("\($0) bytes", Problem(count: $0)) }
}
