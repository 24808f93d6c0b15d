/// Convolution of each channel by filters of its own, over NHWC pictures.
///
///     output[b, y, x, c·M + q] = activation(bias[c·M + q] +
///         Σ ky, kx  input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, c] · filter[ky, kx, c·M + q])
///
/// `M` is the multiplier. Taps outside the input count as zero. `filter` is TFLite's 1HWC.
package enum DepthwiseConvolution {
  /// What a kernel may specialise on.
  package struct Problem: Sendable, Hashable {
    /// Pictures.
    package let batch: Int
    /// Channels of the input.
    package let channels: Int
    /// Output channels for each input channel.
    package let multiplier: Int
    /// The sliding window.
    package let window: Window2D

    /// A depthwise convolution of `batch` pictures.
    package init(batch: Int, channels: Int, multiplier: Int, window: Window2D) {
      self.batch = batch
      self.channels = channels
      self.multiplier = multiplier
      self.window = window
    }
  }

  /// Fastest first.
  package static let kernels: [KernelCandidate<Problem, any DepthwiseConvolutionKernel>] = [
    KernelCandidate(
      provider: .machineCode, supports: { MachineDepthwiseConvolution.supports($0) },
      make: { MachineDepthwiseConvolution.make($0, $1) }),
    KernelCandidate(
      provider: .simd, supports: { $0.multiplier == 1 }, make: { SIMDDepthwiseConvolution($0, $1) }),
    KernelCandidate(provider: .reference, make: { ReferenceDepthwiseConvolution($0, $1) }),
  ]
}

/// A depthwise convolution with its weights packed; a unit is an output row.
package protocol DepthwiseConvolutionKernel: Sendable {
  /// Independent pieces of the work.
  var unitCount: Int { get }
  /// Computes some pieces.
  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>)
}

/// A depthwise convolution that can find the rows of its input anywhere in memory.
package protocol RowDepthwiseConvolutionKernel: DepthwiseConvolutionKernel {
  /// Output rows of a call, fewer where the picture ends.
  var rowsPerCall: Int { get }
  /// Computes the output rows from `row` on, a multiple of ``rowsPerCall``, of the picture whose rows `input` gives.
  /// It is asked for rows under the window that lie inside the picture.
  func run(row: Int, input: PictureRows, output: UnsafeMutablePointer<Float>)
}
