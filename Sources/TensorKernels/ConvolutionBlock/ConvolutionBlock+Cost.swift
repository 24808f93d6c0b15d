extension ConvolutionBlock.Problem {
  /// The size of an expanded tensor that no longer stays in the second-level cache along with weights and results.
  private static let cacheByteCount = 768 << 10

  /// Whether running the convolutions band by band is faster than one by one: if an expanded tensor would go out to the
  /// third-level cache and back, and all kernels are emitted.
  ///
  /// Measured on a Zen 4 with 1 MiB of second-level cache, in the landmark networks. Blocks of three whose expanded
  /// tensor takes 3.2 MB take 8 to 11 % less time with one thread, 12 % with two; those of 1.8 MB 6 to 8 % and 12 %
  /// (stride 1) or 2 to 3 % (stride 2); those of 1.2 MB up to 2 %. Smaller ones gain nothing. Pairs are not fused:
  /// without the last convolution the gain is smaller than with it; without the first one it is 1 to 3 % in the palm
  /// detector with one thread, none with two threads, and a loss in the landmark networks. In 16-bit integers, pairs
  /// of the palm detector take as long as one by one.
  ///
  /// In 16-bit integers, each row of a picture must begin with a scale of its own, so that results do not depend on
  /// where a band begins; otherwise the convolutions run one by one.
  package func pays(requested provider: KernelProvider?, precision: Precision = .exact) -> Bool {
    let window = depthwise.window
    guard
      precision == .exact
        || [window.inputWidth, window.outputWidth].allSatisfy({ $0.isMultiple(of: Int16Row.rowsPerGroup) })
    else { return false }
    guard let expand, let project, window.dilationY == 1, window.strideY <= window.filterHeight,
      // No overflow: these are the extents of a tensor.
      window.inputHeight * window.inputWidth * depthwise.channels * 4 >= Self.cacheByteCount
    else { return false }
    return [expand, project].allSatisfy {
      Convolution.family.choice(for: $0, requested: provider).provider == .machineCode
    } && DepthwiseConvolution.family.choice(for: depthwise, requested: provider).provider == .machineCode
  }
}
