extension DepthwiseConvolution {
  /// Operators refuse bytes (`ElementType.number`).
  static let byteKernels: [Candidate] = []

  /// Never called: kernels of vectors support all convolutions of 16-bit integers.
  static func integerLoops(_ problem: Problem, _ weights: Weights) -> LoopKernel? { nil }
}

extension DepthwiseConvolution.Problem {
  var packedByteCountOfBytes: Int { 0 }
}
