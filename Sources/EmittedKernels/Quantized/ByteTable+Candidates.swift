import TensorKernels

extension ByteTable {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, elements: [.uint8], supports: { _ in ByteRowKernel.isAvailable },
      make: { problem, table, _ in
        var header = ByteRowCode.Constants()
        header.lower = SIMD16(repeating: -1)
        let constants = AlignedBuffer(header, following: table.count / 4)
        UnsafeMutableRawBufferPointer(
          start: UnsafeMutableRawPointer(constants.pointer) + MemoryLayout<ByteRowCode.Constants>.stride,
          count: table.count
        ).copyBytes(from: table)
        return MachineByteConversion(
          .lookUp, isSigned: false, count: problem.count, constants, elementByteCounts: (1, 1))
      })
  ]
}
