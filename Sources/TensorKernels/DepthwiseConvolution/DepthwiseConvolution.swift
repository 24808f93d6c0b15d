import MachineCode

/// Depthwise convolution over NHWC pictures.
///
///     output[b, y, x, c·M + q] = activation(bias[c·M + q] +
///         Σ ky, kx  input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, c] · filter[ky, kx, c·M + q])
///
/// `M` is the channel multiplier. Taps outside the input multiply zeros, which gives NaN with weights that are not
/// finite. `filter` is TFLite's 1HWC.
package enum DepthwiseConvolution {
  package struct Problem: KernelProblem {
    package typealias Weights = LayerWeights

    package let batch: Int
    package let channels: Int
    /// Output channels per input channel.
    package let multiplier: Int
    package let window: Window2D
    package let element: NumberType

    /// Maximum bytes of packed weights.
    package var packedByteCount: Int {
      MatrixMultiply.packedByteCount(
        columns: channels * multiplier, depth: window.filterHeight * window.filterWidth)
    }

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

  /// All but the reference skip taps outside the input, which requires a finite filter.
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

/// A unit is an output row.
package protocol DepthwiseConvolutionKernel: UnitKernel {
  /// The same kernel if it can compute some rows of a picture; nil otherwise.
  var rowKernel: (any DepthwiseRowKernel)? { get }
  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>)
  /// The emitted calls that ``run(units:input:output:)`` consists of; nil for other kernels.
  func calls(
    units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]?
}

/// Can compute some rows of a picture, whose input rows may lie in a ring.
package protocol DepthwiseRowKernel: KernelMemoryOwner, Sendable {
  /// Output rows of a call, fewer where the picture ends.
  var rowsPerCall: Int { get }
  /// Bytes held besides the weights.
  var heldByteCount: Int { get }
  /// Computes some output rows, from a multiple of ``rowsPerCall`` on. Only rows inside the picture are requested from
  /// `input`.
  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>)
  /// The same as emitted calls; nil for other kernels.
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
