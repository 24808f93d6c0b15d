import TensorKernels

extension DepthwiseConvolution {
  /// Fastest first for each type of elements.
  package static let emitted: [Candidate] = [
    floats,
    Candidate(
      .machineCode, form: "int16", elements: [.int16], supports: { MachineInt16Depthwise.supports($0) },
      make: { problem, weights, code in
        Int16DepthwiseWeights(weights, problem).flatMap { MachineInt16Depthwise(problem, $0, code) }
      }),
    Candidate(
      .machineCode, form: "interleaved bytes", elements: [.int8, .uint8],
      supports: { InterleavedByteLayout($0) != nil },
      packedByteCount: { InterleavedByteLayout($0).map { $0.weightsByteCount * 4 } ?? 0 },
      make: { problem, weights, code in
        ByteDepthwiseWeights(weights, problem).flatMap { InterleavedByteDepthwise(problem, $0, code) }
      }),
    Candidate(
      .machineCode, form: "bands of bytes", elements: [.int8, .uint8], supports: { ByteDepthwiseBands.supports($0) },
      packedByteCount: {
        $0.packedByteCountOfFloats + ($0.channels + 16) * MemoryLayout<ByteRowCode.Channels>.stride / 16
      },
      make: { problem, weights, code in
        ByteDepthwiseWeights(weights, problem).flatMap { ByteDepthwiseBands(problem, $0, code) }
      }),
  ]

  /// It skips taps outside the input, as the portable vectors do.
  static let floats = Candidate(
    .machineCode, supports: { MachineDepthwiseConvolution.supports($0) },
    make: { problem, weights, code in
      finite(weights, problem).flatMap { MachineDepthwiseConvolution(problem, $0, code) }
    })
}
