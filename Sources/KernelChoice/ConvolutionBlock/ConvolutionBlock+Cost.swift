import MachineCode
import TensorKernels

extension ConvolutionBlock.Problem {
  /// The size of an expanded tensor that exceeds the L2 cache along with weights and results.
  private static let cacheByteCount = 768 << 10

  /// Whether fusing in bands is faster: if an expanded tensor would exceed the L2 cache, and all kernels are emitted.
  ///
  /// Measured on a Zen 4 (1 MiB of L2) in the landmark networks: blocks of three with an expanded tensor of 3.2 MB take
  /// 8 to 11 % less time with one thread, 12 % with two; with 1.8 MB 6 to 8 % and 12 % (stride 1) or 2 to 3 % (stride
  /// 2); with 1.2 MB up to 2 %. Smaller ones gain nothing. Pairs are not fused: without the last convolution the gain
  /// is smaller; without the first one it is 1 to 3 % in the palm detector with one thread, none with two, and a loss
  /// in the landmark networks; in 16-bit integers there is none. Where 512-bit vectors have their full rate, products
  /// wait longer for L2: there, pairs without the first convolution take 2 to 3 % less time in the palm detector with
  /// one thread, as long with two, and as long in the landmark network (Zen 5).
  ///
  /// In 16-bit integers, each row of a picture must begin a scale, so that results do not depend on bands; otherwise
  /// there is no fusion.
  package func pays(requested provider: KernelProvider?, precision: Precision = .exact) -> Bool {
    let window = depthwise.window
    guard
      precision == .exact
        || [window.inputWidth, window.outputWidth].allSatisfy({ $0.isMultiple(of: Int16Row.rowsPerGroup) })
    else { return false }
    guard let project, expand != nil || precision == .exact && MachineCodeSupport.floatProducts.isFullRate,
      window.dilationY == 1, window.strideY <= window.filterHeight,
      // Tensor extents cannot overflow.
      window.inputHeight * window.inputWidth * depthwise.channels * 4 >= Self.cacheByteCount
    else { return false }
    return [expand, project].compactMap(\.self).allSatisfy { Convolution.family.emits($0, requested: provider) }
      && DepthwiseConvolution.family.emits(depthwise, requested: provider)
  }
}
