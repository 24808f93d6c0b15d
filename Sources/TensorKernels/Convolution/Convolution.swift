/// 2D convolution over NHWC pictures.
///
///     output[b, y, x, o] = activation(bias[o] +
///         Σ ky, kx, i  input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, g(o) + i] · filter[o, ky, kx, i]
///         (+ addend[b, y, x, o]))
///
/// Taps outside the input multiply zeros, which gives NaN with weights that are not finite. `filter` is TFLite's OHWI.
/// `g(o)` is the first input channel of `o`'s group, 0 without groups.
package enum Convolution {
  package struct Problem: KernelProblem {
    package typealias Weights = LayerWeights

    package let batch: Int
    package let inputChannels: Int
    package let outputChannels: Int
    package let window: Window2D
    /// Whether a tensor of the output's shape is added before the activation (a residual connection).
    package let hasAddend: Bool
    package let groups: Int
    package let element: NumberType

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

    var pixelCount: Int { batch * window.outputHeight * window.outputWidth }

    package var depth: Int { window.filterHeight * window.filterWidth * (inputChannels / groups) }

    /// True if the input itself is the matrix of patches: one tap, stride 1, no padding.
    package var isPointwise: Bool { groups == 1 && readsPixels }

    /// True if each patch is an input pixel, in order.
    var readsPixels: Bool {
      window.filterHeight == 1 && window.filterWidth == 1 && window.strideX == 1 && window.strideY == 1
        && window.paddingTop == 0 && window.paddingLeft == 0
        && window.inputHeight == window.outputHeight && window.inputWidth == window.outputWidth
    }

    package var multiplyAdds: Int { saturatingProduct(pixelCount, outputChannels, depth) }

    /// Maximum bytes of packed weights: of each group's product, or the filter twice if groups are one channel each.
    package var packedByteCount: Int {
      guard groups > 1 else { return MatrixMultiply.packedByteCount(columns: outputChannels, depth: depth) }
      let whole = MatrixMultiply.packedByteCount(columns: outputChannels, depth: 2 * depth)
      guard groups <= maxGroups else { return whole }
      let each = MatrixMultiply.packedByteCount(columns: outputChannels / groups, depth: depth)
      return max(whole, saturatingProduct(groups, each))
    }

    /// The work of a group as a matrix product: one row per pixel.
    package var matrixProblem: MatrixMultiply.Problem {
      MatrixMultiply.Problem(
        rows: pixelCount, columns: outputChannels / groups, depth: depth,
        inputStride: readsPixels ? inputChannels : depth, outputStride: outputChannels, hasAddend: hasAddend,
        element: element)
    }
  }

  /// Of a running kernel: input 1 is the addend, if there is one.
  package struct Operands {
    package let input: UnsafePointer<Float>, addend: UnsafePointer<Float>?
    package let output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>

    package init(_ operands: KernelOperands, hasAddend: Bool) {
      (input, output, scratch) = (operands.input(0), operands.output(), operands.scratch)
      addend = hasAddend ? operands.input(1) : nil
    }
  }

  package typealias Candidate = KernelCandidate<Problem, any UnitKernel>

  /// Depthwise kernels for groups of one channel; for each provider of ``MatrixMultiply``, bands (except for libraries,
  /// whose products cannot read segments), then patches; and the reference.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "convolution",
    kernels: DepthwiseConvolution.floatKernels.map(groups) + MatrixMultiply.blas.map { patches($0) }
      + [bands(MatrixMultiply.vectors), patches(MatrixMultiply.vectors), reference])

  package static func groups(_ depthwise: DepthwiseConvolution.Candidate) -> Candidate {
    Candidate(
      depthwise.provider, form: "depthwise",
      supports: { problem in problem.depthwiseProblem.map { depthwise.supports($0) } ?? false },
      make: { SingleChannelGroups($0, $1, depthwise, $2) })
  }

  package static func bands(_ matrix: MatrixMultiply.Candidate) -> Candidate {
    Candidate(
      matrix.provider, form: "bands", supports: { BandConvolution.supports($0, matrix: matrix) },
      make: { BandConvolution($0, $1, $2, matrix: matrix) })
  }

  /// Limited, since every group has its own kernel.
  package static let maxGroups = 4096

  /// - Parameter code: emits code that copies patches.
  package static func patches(
    _ matrix: MatrixMultiply.Candidate, supports: @escaping @Sendable (Problem) -> Bool = { $0.groups <= maxGroups },
    code: Patches.Emitter? = nil
  ) -> Candidate {
    Candidate(
      matrix.provider, form: "patches", supports: { supports($0) && matrix.supports($0.matrixProblem) },
      pays: { matrix.pays($0.matrixProblem) }, make: { PatchConvolution($0, $1, $2, matrix: matrix, patches: code) })
  }

  private static let reference = Candidate(
    .reference, make: { problem, weights, _ in ReferenceConvolution(problem, weights) })
}
