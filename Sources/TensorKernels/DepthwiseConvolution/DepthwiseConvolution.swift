import MachineCode

/// Depthwise convolution over NHWC pictures of floats, 16-bit integers or quantized bytes.
///
///     output[b, y, x, c·M + q] = activation(bias[c·M + q] +
///         Σ ky, kx  input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, c] · filter[ky, kx, c·M + q])
///
/// `M` is the channel multiplier, 1 for integers. Taps outside the input multiply zeros, which gives NaN with weights
/// that are not finite. `filter` is TFLite's 1HWC.
package enum DepthwiseConvolution {
  /// The elements of input and output. Sums of integers are exact, so all their kernels agree.
  package enum Elements: Sendable, Hashable {
    case floats
    /// Between two RELU6: faster and less exact. `inputLimit` is the value of the largest input integer.
    ///
    ///     output[b, y, x, c] = terms(bias[c] + scale[c] · float(
    ///         Σ ky, kx  input[b, y·sy + ky − top, x·sx + kx − left, c] · w[c, ky, kx]))
    ///
    /// `input` holds ``BoundedInt16/wide`` integers and the output ``BoundedInt16/terms``. `w` is the filter
    /// (``Int16Filter``); its scales times the input's, and the bias, are divided by the output's scale. Product and
    /// bias round once.
    case int16(inputLimit: Float)
    /// Quantized, with the limits of the fused activation.
    ///
    ///     output[b, y, x, c] = limits(zeroPoint + factor[c] · (bias[c] +
    ///         Σ ky, kx  (input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, c] − inputZero) · filter[ky, kx, c]))
    ///
    /// Taps outside the input count as zero. Weights minus their zero point are 9-bit signed. Results round twice, like
    /// ``FixedPointMultiplier/product(_:)``.
    case bytes(input: ByteRange, output: ByteRange)
  }

  package enum Weights {
    /// Of floats; kernels of 16-bit integers convert them.
    case floats(LayerWeights)
    /// The filter, ordered by row, column and channel, and what makes bytes of sums.
    case bytes(filter: [Int16], Requantization.Weights)
  }

  package struct Problem: KernelProblem, Hashable {
    package typealias Weights = DepthwiseConvolution.Weights

    package let batch: Int
    package let channels: Int
    /// Output channels per input channel.
    package let multiplier: Int
    package let window: Window2D
    package let elements: Elements

    /// - Precondition: integers have one filter per channel, and 16-bit ones ``hasInt16Form``.
    package init(batch: Int, channels: Int, multiplier: Int, window: Window2D, _ elements: Elements = .floats) {
      (self.batch, self.channels, self.multiplier) = (batch, channels, multiplier)
      (self.window, self.elements) = (window, elements)
      switch elements {
      case .floats: break
      case .int16: precondition(hasInt16Form, "the sizes have no form in 16-bit integers")
      case .bytes: precondition(multiplier == 1, "each channel has one filter")
      }
    }

    /// The same sizes with other elements.
    package func with(_ elements: Elements) -> Problem {
      Problem(batch: batch, channels: channels, multiplier: multiplier, window: window, elements)
    }

    package var element: NumberType {
      switch elements {
      case .floats: .float32
      case .int16: .int16
      case .bytes(_, let output): output.element
      }
    }

    /// Output rows of all pictures.
    var rowCount: Int { batch * window.outputHeight }
    var tapCount: Int { window.filterHeight * window.filterWidth }

    package var multiplyAdds: Int {
      saturatingProduct(
        batch, window.outputHeight, window.outputWidth, channels, multiplier, window.filterHeight, window.filterWidth)
    }

    package var packedByteCountOfFloats: Int {
      MatrixMultiply.packedByteCount(columns: channels * multiplier, depth: tapCount)
    }

    package var packedByteCountOfNeighbors: Int {
      joinsNeighbors ? MatrixMultiply.packedByteCount(columns: 8 * channels, depth: tapCount) : 0
    }

    /// Whether vectors may hold the channels of eight neighbors: few enough for their weights to stay in cache.
    var joinsNeighbors: Bool {
      multiplier == 1 && !channels.isMultiple(of: 8) && channels < 32 && tapCount <= 81 && window.strideX == 1
        && window.wholeColumns.count >= 8
    }
  }

  package typealias Candidate = KernelCandidate<Problem, any DepthwiseConvolutionKernel>

  /// Fastest first for each type of elements. A unit is an output row, or a few.
  package static let portable = KernelFamily<Problem, any DepthwiseConvolutionKernel>(
    "depthwise convolution",
    kernels: floatKernels + int16Kernels + byteKernels + [
      Candidate(
        .reference, elements: [.float32, .int16, .int8, .uint8],
        make: { problem, weights, _ in
          guard problem.elements == .floats, case .floats(let weights) = weights else {
            return integerLoops(problem, weights)
          }
          return ReferenceDepthwiseConvolution(problem, weights)
        })
    ])

  /// They skip taps outside the input, which requires a finite filter.
  static let floatKernels: [Candidate] = [
    Candidate(
      .simd, supports: { SIMDDepthwiseConvolution.supports($0) },
      make: { problem, weights, _ in finite(weights, problem).map { SIMDDepthwiseConvolution(problem, $0) } })
  ]

  /// The weights if their filter is finite.
  package static func finite(_ weights: Weights, _ problem: Problem) -> LayerWeights? {
    guard case .floats(let weights) = weights,
      PreparationCode.areFinite(weights.filter, count: problem.tapCount * problem.channels * problem.multiplier)
    else { return nil }
    return weights
  }
}

package protocol DepthwiseConvolutionKernel: UnitKernel {
  /// The same kernel if it can compute some rows of a picture; nil otherwise.
  var rowKernel: (any DepthwiseRowKernel)? { get }
}

/// Can compute some rows of a picture, whose input rows may lie in a ring.
package protocol DepthwiseRowKernel: KernelMemoryOwner, Sendable {
  /// Output rows of a call, fewer where the picture ends.
  var rowsPerCall: Int { get }
  /// Bytes held besides the weights.
  var heldByteCount: Int { get }
  /// ``UnitKernel/isEmitted``.
  var isEmitted: Bool { get }
  /// Computes some output rows, from a multiple of ``rowsPerCall`` on. Only rows inside the picture are requested from
  /// `input`.
  func run(rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>)
  /// The same as calls; nil for kernels that list none.
  func rowCalls(_ rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>) -> [KernelCall]?
}

extension DepthwiseConvolutionKernel where Self: DepthwiseRowKernel {
  package var rowKernel: (any DepthwiseRowKernel)? { self }
  package var isEmitted: Bool { false }
}

extension DepthwiseRowKernel {
  package var isEmitted: Bool { false }

  package func rowCalls(
    _ rows: Range<Int>, input: PictureRows, output: UnsafeMutablePointer<Float>
  ) -> [KernelCall]? { nil }
}

extension DepthwiseConvolutionKernel {
  package var rowKernel: (any DepthwiseRowKernel)? { nil }
}

extension LoopKernel: DepthwiseConvolutionKernel {}
