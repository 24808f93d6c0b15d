import TensorKernels

extension ByteMatrixMultiply {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, elements: [.int8, .uint8, .float32], supports: { MachineByteMatrixMultiply.supports($0) },
      packedByteCount: { ($0.columns + 16) * MemoryLayout<ByteRowCode.ChannelsOnce>.stride / 8 },
      make: { MachineByteMatrixMultiply($0, $1, $2) })
  ]
}
