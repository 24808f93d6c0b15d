import TensorKernels

extension DepthwiseConvolution.Problem {
  /// Maximum bytes of packed weights.
  package var packedByteCount: Int {
    switch elements {
    case .floats: packedByteCountOfFloats + packedByteCountOfNeighbors
    case .int16: packedByteCountOfInt16
    case .bytes:
      max(packedByteCountOfFloats, DepthwiseConvolution.family.packedByteCount(self)) + window.inputWidth * channels
        + 8192
    }
  }
}

extension ByteMatrixMultiply.Problem {
  /// Maximum bytes of packed weights.
  package var packedByteCount: Int {
    (columns + 16) * depth * 2 + ByteMatrixMultiply.family.packedByteCount(self) + 4096
  }
}

extension ByteConvolution.Problem {
  /// Maximum bytes of packed weights.
  package var packedByteCount: Int { product.packedByteCount + product.columns * 32 }
}
