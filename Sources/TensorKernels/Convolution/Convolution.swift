import MachineCode

/// Two-dimensional convolution over NHWC pictures.
///
///     output[b, y, x, o] = activation(bias[o] +
///         Σ ky, kx, i  input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, g(o) + i] · filter[o, ky, kx, i]
///         (+ addend[b, y, x, o]))
///
/// Taps outside the input read zeros, which are multiplied too: with a weight that is not finite they give NaN.
/// `filter` is TFLite's OHWI. With groups, input and output channels are each divided into equal groups, and `g(o)` is
/// the first input channel of `o`'s group; without groups, it is 0.
package enum Convolution {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = LayerWeights

    /// Pictures.
    package let batch: Int
    /// Channels of the input.
    package let inputChannels: Int
    /// Channels of the output.
    package let outputChannels: Int
    /// The sliding window.
    package let window: Window2D
    /// Whether another tensor of the output's shape is added before the activation (a residual connection).
    package let hasAddend: Bool
    /// The number of groups that the channels are divided into.
    package let groups: Int
    /// The type of input, weights and output.
    package let element: NumberType

    /// A convolution of `batch` pictures.
    package init(
      batch: Int, inputChannels: Int, outputChannels: Int, window: Window2D, hasAddend: Bool = false, groups: Int = 1,
      element: NumberType = .float32
    ) {
      self.batch = batch
      self.inputChannels = inputChannels
      self.outputChannels = outputChannels
      self.window = window
      self.hasAddend = hasAddend
      self.groups = groups
      self.element = element
    }

    /// Output pixels of all pictures.
    var pixelCount: Int { batch * window.outputHeight * window.outputWidth }

    /// Terms of each sum.
    package var depth: Int { window.filterHeight * window.filterWidth * (inputChannels / groups) }

    /// True if the input itself is the matrix of patches: one tap, stride one, no border.
    package var isPointwise: Bool { groups == 1 && readsPixels }

    /// True if every patch is a pixel of the input, in the same order.
    var readsPixels: Bool {
      window.filterHeight == 1 && window.filterWidth == 1 && window.strideX == 1 && window.strideY == 1
        && window.paddingTop == 0 && window.paddingLeft == 0
        && window.inputHeight == window.outputHeight && window.inputWidth == window.outputWidth
    }

    /// Multiply-adds of all sums.
    package var multiplyAdds: Int { saturatingProduct(pixelCount, outputChannels, depth) }

    /// The maximum size of a kernel's packed weights in bytes: those of each group's product, or the filter twice if
    /// groups are one channel each.
    package var packedByteCount: Int {
      guard groups > 1 else { return MatrixMultiply.packedByteCount(columns: outputChannels, depth: depth) }
      let whole = MatrixMultiply.packedByteCount(columns: outputChannels, depth: 2 * depth)
      guard groups <= GroupedConvolution.mostGroups else { return whole }
      let each = MatrixMultiply.packedByteCount(columns: outputChannels / groups, depth: depth)
      return max(whole, saturatingProduct(groups, each))
    }

    /// The same work as a matrix product: one row per pixel.
    package var matrixProblem: MatrixMultiply.Problem {
      MatrixMultiply.Problem(
        rows: pixelCount, columns: outputChannels, depth: depth, hasAddend: hasAddend, element: element)
    }
  }

  typealias Candidate = KernelCandidate<Problem, any ConvolutionKernel>

  /// For each provider of ``MatrixMultiply``, bands of rows unless it is a library, whose products cannot read
  /// segments, and a product over patches; then kernels for groups, and the plain loops.
  package static let family = KernelFamily<Problem, any ConvolutionKernel>(
    "convolution",
    kernels: MatrixMultiply.family.kernels.filter { $0.provider != .reference }.flatMap {
      $0.provider == .blas ? [patches($0)] : [bands($0), patches($0)]
    }
      + GroupedConvolution.kernels + [reference])

  private static func bands(_ matrix: MatrixMultiply.Candidate) -> Candidate {
    Candidate(
      matrix.provider, form: "bands", supports: { BandConvolution.supports($0, matrix: matrix) },
      make: { BandConvolution($0, $1, $2, matrix: matrix) })
  }

  private static func patches(_ matrix: MatrixMultiply.Candidate) -> Candidate {
    Candidate(
      matrix.provider, form: "patches", supports: { $0.groups == 1 && matrix.supports($0.matrixProblem) },
      pays: { matrix.pays($0.matrixProblem) },
      make: { problem, weights, code in
        matrix.make(problem.matrixProblem, weights, code).map { PatchConvolution(problem, matrix: $0) }
      })
  }

  private static let reference = Candidate(
    .reference, make: { problem, weights, _ in ReferenceConvolution(problem, weights) })
}

/// A convolution with its weights packed.
package protocol ConvolutionKernel: UnitKernel {
  /// Whether the problem has an addend, which is input 1.
  var hasAddend: Bool { get }
  /// Computes some units; `addend` is not nil if the problem has one, and `scratch` belongs to the calling thread.
  func run(
    units: Range<Int>, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>)

  /// The calls of emitted code that ``run(units:input:addend:output:scratch:)`` consists of; nil for other kernels.
  func calls(
    units: Range<Int>, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]?
}

extension ConvolutionKernel {
  package func calls(
    units: Range<Int>, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? { nil }
}

extension ConvolutionKernel {
  package func run(units: Range<Int>, _ operands: KernelOperands) {
    run(
      units: units, input: operands.input(0), addend: hasAddend ? operands.input(1) : nil, output: operands.output(),
      scratch: operands.scratch)
  }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    calls(
      units: units, input: operands.input(0), addend: hasAddend ? operands.input(1) : nil, output: operands.output(),
      scratch: operands.scratch)
  }
}
