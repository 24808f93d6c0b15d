import TensorKernels

extension ByteMatrixMultiply.Elements.Scaled {
  /// Whether the requested kernels multiply bytes, four by one instruction of emitted code: in half the time of 16-bit
  /// words.
  package static func prefersBytes(requested: KernelProvider?) -> Bool {
    let bytes = Self(rowsPerScale: 1, hasOneScale: true, isOfBytes: true)
    return ByteMatrixMultiply.family.emits(
      ByteMatrixMultiply.Problem(rows: 1, columns: 16, depth: 16, .scaled(bytes)), requested: requested)
  }
}
