extension Pooling {
  /// Operators refuse bytes (`ElementType.number`).
  static let vectorsOfBytes: [KernelCandidate<Problem, any UnitKernel>] = []

  /// Never called.
  static func runReference(
    _ problem: Problem, _ range: ByteRange, _ rows: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    preconditionFailure("no kernels for bytes")
  }
}
