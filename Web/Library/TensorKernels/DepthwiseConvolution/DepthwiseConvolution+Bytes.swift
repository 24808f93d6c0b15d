extension DepthwiseConvolution {
  /// Operators refuse bytes (`ElementType.number`).
  static let byteKernels: [Candidate] = []
}

extension DepthwiseConvolution.Problem {
  var packedBytesByteCount: Int { 0 }
}

/// Never made.
enum ByteDepthwiseWeights {
  init?(_ weights: DepthwiseConvolution.Weights, _ problem: DepthwiseConvolution.Problem) { nil }

  func loops(_ problem: DepthwiseConvolution.Problem) -> LoopKernel { switch self {} }
}
