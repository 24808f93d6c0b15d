import MachineCode

/// ``DepthwiseConvolution`` between two RELU6 in 16-bit integers, with one filter per channel: faster and less exact.
///
///     output[b, y, x, c] = terms(bias[c] + scale[c] · float(
///         Σ ky, kx  input[b, y·sy + ky − top, x·sx + kx − left, c] · w[c, ky, kx]))
///
/// `input` holds ``BoundedInt16/wide`` integers and the output ``BoundedInt16/terms``. `w` is the filter
/// (``Int16Filter``); its scales times the input's, and the bias, are divided by the output's scale. Product and bias
/// round once. Sums are exact, so all kernels agree.
package enum Int16DepthwiseConvolution {
  package struct Problem: KernelProblem {
    package typealias Weights = Int16DepthwiseConvolution.Weights

    /// Satisfies ``isSupported(_:)``.
    package let depthwise: DepthwiseConvolution.Problem

    /// - Precondition: `depthwise` is supported.
    package init(_ depthwise: DepthwiseConvolution.Problem) {
      precondition(Self.isSupported(depthwise), "\(depthwise) has no form in 16-bit integers")
      self.depthwise = depthwise
    }

    package var element: NumberType { .int16 }

    /// Maximum bytes of packed weights, including an overlapping group.
    package var packedByteCount: Int {
      let (window, perChannel) = (depthwise.window, 3)
      let terms = max(
        window.filterHeight * (window.filterWidth + 1),
        window.filterWidth * (window.filterHeight + window.strideY + 1))
      return (depthwise.channels + 32) * (perChannel + terms) * 4
    }

    /// One filter per channel, whose sums cannot overflow; pairs of channels fill floats.
    static func isSupported(_ problem: DepthwiseConvolution.Problem) -> Bool {
      let window = problem.window
      return problem.element == .float32 && problem.multiplier == 1 && problem.channels.isMultiple(of: 8)
        && problem.channels > 0 && window.dilationX == 1 && window.dilationY == 1
        && (1...81).contains(window.filterHeight * window.filterWidth)
    }
  }

  package struct Weights {
    /// The filter's taps of each channel, row by row.
    let filter: Int16Filter
    /// One per channel.
    let scales: AlignedBuffer, bias: AlignedBuffer

    /// Nil if 16 bits cannot represent the weights, or outputs are not bounded.
    ///
    /// - Parameters:
    ///   - weights: the filter in TFLite's 1HWC layout, bias and activation.
    ///   - inputLimit: the value of the largest input integer.
    package init?(_ weights: LayerWeights, _ problem: Problem, inputLimit: Float) {
      let (channels, window) = (problem.depthwise.channels, problem.depthwise.window)
      let taps = window.filterHeight * window.filterWidth
      let values = AlignedBuffer(zeros: channels * taps)
      for tap in 0..<taps {
        for channel in 0..<channels { values.pointer[channel * taps + tap] = weights.filter[tap * channels + channel] }
      }
      guard let outputLimit = BoundedInt16.limit(weights.epilogue.activation),
        let filter = Int16Filter(values.pointer, columns: channels, depth: taps, terms: .wide)
      else { return nil }
      self.filter = filter
      let factor = BoundedInt16.terms.factor(limit: outputLimit)
      scales = filter.scales.scaled(by: BoundedInt16.wide.scale(limit: inputLimit) * factor)
      bias = weights.epilogue.bias.scaled(by: factor)
    }
  }

  typealias Candidate = KernelCandidate<Problem, any Int16DepthwiseKernel>

  package static let family = KernelFamily<Problem, any Int16DepthwiseKernel>(
    "int16 depthwise convolution",
    kernels: [
      Candidate(
        .machineCode, elements: [.int16], supports: { MachineInt16Depthwise.supports($0) },
        make: { MachineInt16Depthwise($0, $1, $2) }),
      Candidate(
        .simd, elements: [.int16], make: { problem, weights, _ in SIMDInt16Depthwise(problem, weights) }),
      Candidate(
        .reference, elements: [.int16],
        make: { problem, weights, _ in ReferenceInt16Depthwise(problem, weights) }),
    ])

  /// - Precondition: 16 bits represent the weights (``Int16Filter``), and results are bounded.
  package static func kernel(
    for problem: Problem, weights: LayerWeights, inputLimit: Float, requested: KernelProvider?, code: CodeAllocator
  ) -> (kernel: any Int16DepthwiseKernel, provider: KernelProvider) {
    guard let weights = Weights(weights, problem, inputLimit: inputLimit) else {
      preconditionFailure("16 bits do not represent the weights of a depthwise convolution of integers")
    }
    return family.kernel(for: problem, weights: weights, requested: requested, code: code)
  }

  /// Whether integers are faster for a convolution, the depthwise convolution that reads it, and the 1×1 convolution
  /// after that, if all kernels are emitted. Other kernels follow the same rule on request, so that all providers
  /// compute the same.
  package static func pays(
    between first: Convolution.Problem, _ depthwise: DepthwiseConvolution.Problem, and last: Convolution.Problem,
    requested: KernelProvider?
  ) -> Bool {
    guard !first.hasAddend, last.isPointwise, Problem.isSupported(depthwise),
      MachineInt16Depthwise.hasSupportedSizes(depthwise),
      first.isPointwise
        ? Int16MatrixMultiply.pays(first.matrixProblem, requested: requested)
        : Int16Convolution.pays(first, requested: requested),
      Int16MatrixMultiply.pays(last.matrixProblem, input: .integers, requested: requested)
    else { return false }
    return Precision.takesIntegers(requested: requested, ifEmitted: MachineInt16Depthwise.supports(Problem(depthwise)))
  }
}

package protocol Int16DepthwiseKernel: DepthwiseConvolutionKernel, DepthwiseRowKernel {}

/// A compiled kernel, whose unit is a call's rows.
protocol CompiledInt16Depthwise: Int16DepthwiseKernel {
  var problem: DepthwiseConvolution.Problem { get }
}

extension CompiledInt16Depthwise {
  var window: Window2D { problem.window }
  private var unitsPerPicture: Int { (window.outputHeight + rowsPerCall - 1) / rowsPerCall }
  var unitCount: Int { problem.batch * unitsPerPicture }

  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    // A float holds two integers.
    let inputStride = window.inputWidth * problem.channels / 2, outputStride = window.outputWidth * problem.channels / 2
    for unit in units {
      let (picture, index) = unit.quotientAndRemainder(dividingBy: unitsPerPicture)
      let y = index * rowsPerCall
      run(
        rows: y..<min(y + rowsPerCall, window.outputHeight),
        input: PictureRows(start: input + picture * window.inputHeight * inputStride, rowStride: inputStride),
        output: output + (picture * window.outputHeight + y) * outputStride)
    }
  }
}
