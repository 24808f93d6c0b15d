/// Transposed 2D convolution over NHWC pictures: every input pixel adds a filter window to the output.
///
///     output[b, y, x, o] = activation(bias[o] +
///         Σ ky, kx, i  input[b, (y + top − ky) / sy, (x + left − kx) / sx, i] · filter[o, ky, kx, i])
///
/// Only integer quotients count. Those outside the input multiply zeros, which gives NaN with weights that are not
/// finite. `filter` is TFLite's OHWI.
package enum TransposedConvolution {
  package struct Problem: KernelProblem {
    package typealias Weights = LayerWeights

    package let batch: Int
    package let inputChannels: Int, outputChannels: Int
    package let inputHeight: Int, inputWidth: Int, outputHeight: Int, outputWidth: Int
    package let filterHeight: Int, filterWidth: Int
    /// Output pixels between input pixels.
    package let strideY: Int, strideX: Int
    /// Rows above and columns left of the output that windows cover.
    package let paddingTop: Int, paddingLeft: Int
    package let element: NumberType

    /// Maximum bytes of packed weights: each tap is in one of up to 64 phases.
    package var packedByteCount: Int {
      MatrixMultiply.packedByteCount(
        columns: outputChannels, depth: filterHeight * filterWidth * inputChannels + 64 * 6)
        + outputChannels * filterHeight * filterWidth * inputChannels * 4
    }

    package init(
      batch: Int, channels: (input: Int, output: Int), input: (height: Int, width: Int),
      output: (height: Int, width: Int), filter: (height: Int, width: Int), stride: (y: Int, x: Int),
      padding: (top: Int, left: Int), element: NumberType = .float32
    ) {
      self.batch = batch
      (inputChannels, outputChannels) = channels
      (inputHeight, inputWidth) = input
      (outputHeight, outputWidth) = output
      (filterHeight, filterWidth) = filter
      (strideY, strideX) = stride
      (paddingTop, paddingLeft) = padding
      self.element = element
    }
  }

  package typealias Candidate = KernelCandidate<Problem, any UnitKernel>

  /// Products for each phase of the strides, by each provider of ``MatrixMultiply``, and the reference. A unit is an
  /// output row.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "transposed convolution", kernels: (MatrixMultiply.blas + [MatrixMultiply.vectors]).map { phases($0) } + [reference]
  )

  /// - Parameter code: emits code that copies patches.
  package static func phases(_ matrix: MatrixMultiply.Candidate, code: Patches.Emitter? = nil) -> Candidate {
    Candidate(
      matrix.provider,
      supports: { problem in
        PhasedTransposedConvolution.phases(problem)?
          .allSatisfy { $0.taps == 0 || matrix.supports($0.matrixProblem(problem)) } ?? false
      },
      make: { PhasedTransposedConvolution($0, $1, matrix, patches: code, $2) })
  }
  private static let reference = Candidate(
    .reference, make: { problem, weights, _ in ReferenceTransposedConvolution(problem, weights) })
}
