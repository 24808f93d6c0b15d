import MachineCode

/// Convolution of each channel with its own filters, over NHWC pictures.
///
///     output[b, y, x, c·M + q] = activation(bias[c·M + q] +
///         Σ ky, kx  input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, c] · filter[ky, kx, c·M + q])
///
/// `M` is the multiplier. Taps outside the input read zeros, which are multiplied too: with a weight that is not finite
/// they give NaN. `filter` is TFLite's 1HWC.
package enum DepthwiseConvolution {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = LayerWeights

    /// Pictures.
    package let batch: Int
    /// Channels of the input.
    package let channels: Int
    /// Output channels for each input channel.
    package let multiplier: Int
    /// The sliding window.
    package let window: Window2D
    /// The type of input, weights and output.
    package let element: NumberType

    /// The maximum size of a kernel's packed weights in bytes.
    package var packedByteCount: Int {
      MatrixMultiply.packedByteCount(
        columns: channels * multiplier, depth: window.filterHeight * window.filterWidth)
    }

    /// A depthwise convolution of `batch` pictures.
    package init(
      batch: Int, channels: Int, multiplier: Int, window: Window2D, element: NumberType = .float32
    ) {
      self.batch = batch
      self.channels = channels
      self.multiplier = multiplier
      self.window = window
      self.element = element
    }
  }

  /// Fastest first. All but the reference skip taps outside the input, which changes nothing if the filter is finite;
  /// they are not made for another filter.
  package static let family = KernelFamily<Problem, any DepthwiseConvolutionKernel>(
    "depthwise convolution",
    kernels: [
      KernelCandidate(
        .machineCode, supports: { MachineDepthwiseConvolution.supports($0) },
        make: { problem, weights, code in
          hasFiniteFilter(problem, weights) ? MachineDepthwiseConvolution(problem, weights, code) : nil
        }),
      KernelCandidate(
        .simd, supports: { SIMDDepthwiseConvolution.supports($0) },
        make: { problem, weights, _ in
          hasFiniteFilter(problem, weights) ? SIMDDepthwiseConvolution(problem, weights) : nil
        }),
      KernelCandidate(.reference, make: { problem, weights, _ in ReferenceDepthwiseConvolution(problem, weights) }),
    ])

  private static func hasFiniteFilter(_ problem: Problem, _ weights: LayerWeights) -> Bool {
    let count = problem.window.filterHeight * problem.window.filterWidth * problem.channels * problem.multiplier
    return PreparationCode.areFinite(weights.filter, count: count)
  }
}

/// A depthwise convolution with its weights packed; a unit is an output row.
package protocol DepthwiseConvolutionKernel: UnitKernel {
  /// The same kernel if it can compute some rows of a picture; nil otherwise.
  var rowKernel: (any DepthwiseRowKernel)? { get }
  /// Computes some units.
  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>)
  /// The calls of emitted code that ``run(units:input:output:)`` consists of; nil for other kernels.
  func calls(
    units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]?
}

/// A depthwise convolution that can compute some rows of a picture, whose input rows may lie in a ring.
package protocol DepthwiseRowKernel: KernelMemoryOwner, Sendable {
  /// Output rows of a call, fewer where the picture ends.
  var rowsPerCall: Int { get }
  /// The bytes that it holds besides its weights.
  var heldByteCount: Int { get }
  /// Computes some output rows, the first of them a multiple of ``rowsPerCall``, of the picture whose rows `input`
  /// provides. Only rows under the window that are inside the picture are requested from it.
  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>)
  /// The calls of emitted code that do the same; nil for other kernels.
  func rowCalls(_ rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [EmittedCall]?
}

extension DepthwiseConvolutionKernel where Self: DepthwiseRowKernel {
  package var rowKernel: (any DepthwiseRowKernel)? { self }
}

extension DepthwiseRowKernel {
  package func rowCalls(
    _ rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? { nil }
}

extension DepthwiseConvolutionKernel {
  package var rowKernel: (any DepthwiseRowKernel)? { nil }
  package func calls(
    units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? { nil }
}

extension DepthwiseConvolutionKernel {
  package func run(units: Range<Int>, _ operands: KernelOperands) {
    run(units: units, input: operands.input(0), output: operands.output())
  }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    calls(units: units, input: operands.input(0), output: operands.output())
  }
}
