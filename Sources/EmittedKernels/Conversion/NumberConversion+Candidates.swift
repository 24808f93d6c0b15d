import TensorKernels

extension NumberConversion {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, supports: { $0.target == .type(.int32) && MachineUnaryElementwise.supports(.truncate) },
      make: { problem, _, _ in MachineUnaryElementwise(.truncate, count: problem.count) }),
    KernelCandidate(
      .machineCode, form: "bytes", elements: [.int8, .uint8],
      supports: { $0.target == .type(.float32) && ByteRowKernel.isAvailable },
      make: { problem, _, _ in
        let bytes = ByteRange(isSigned: problem.source == .type(.int8), zeroPoint: 0)
        return MachineByteConversion(Dequantization.Problem(bytes, count: problem.count, scale: 1))
      }),
    KernelCandidate(
      .machineCode, form: "to bytes",
      supports: { [.type(.int8), .type(.uint8)].contains($0.target) && ByteRowKernel.isAvailable },
      make: { problem, _, _ in
        let bytes = ByteRange(isSigned: problem.target == .type(.int8), zeroPoint: 0)
        var constants = ByteRowCode.Constants()
        constants.set(output: bytes)
        return MachineByteConversion(
          .truncate, isSigned: bytes.isSigned, count: problem.count, AlignedBuffer(constants),
          elementByteCounts: (4, 1))
      }),
  ]
}
