import MachineCode

/// ``Convolution`` in 16-bit integers for inputs of few channels, such as a network's first layer: faster and less
/// exact.
///
///     output[y, x, o] = activation(bias[o] + (channelScale[o] · rowScale[y]) · float(
///         Σ ky, kx, i  q[y·sy + ky − top, x·sx + kx − left, i] · w[o, ky, kx, i]))
///
/// `w` and `channelScale` are the filter (``Int16Filter``), `q` and `rowScale` the input under an output row
/// (``Int16Band``). Sums are exact, so all kernels agree, except for the sign of zero. Output rows whose inputs are not
/// finite or too large use float32 with the same weights, in the filter's order. Results may be ``BoundedInt16/wide``,
/// as in ``Int16MatrixMultiply``.
package enum Int16Convolution {
  package struct Problem: KernelProblem {
    package typealias Weights = Int16Convolution.Weights

    /// Satisfies ``isSupported(_:)``.
    package let convolution: Convolution.Problem
    package let output: Int16MatrixMultiply.Problem.Values

    /// - Precondition: `convolution` is supported, and integer results fill whole floats.
    package init(_ convolution: Convolution.Problem, output: Int16MatrixMultiply.Problem.Values = .floats) {
      precondition(
        Self.isSupported(convolution) && (output == .floats || convolution.outputChannels.isMultiple(of: 8)),
        "\(convolution) has no form in 16-bit integers")
      (self.convolution, self.output) = (convolution, output)
    }

    package var element: NumberType { convolution.element }

    /// Maximum calls per output row.
    package static let callsPerRow = 5

    /// Small windows with at least one row and one column inside the picture, and no more output rows than an operator
    /// may have calls for.
    package static func isSupported(_ problem: Convolution.Problem) -> Bool {
      let window = problem.window
      guard problem.element == .float32, problem.groups == 1, !problem.hasAddend, !problem.isPointwise,
        window.dilationX == 1, window.dilationY == 1, window.outputWidth > 0, window.outputHeight > 0,
        (1...16).contains(window.filterHeight), (1...32).contains(window.filterWidth * problem.inputChannels),
        problem.outputChannels > 0, window.inputHeight > 0, window.inputWidth * problem.inputChannels <= 1 << 16,
        window.strideX <= 1 << 10, window.outputWidth <= 1 << 16,
        problem.batch * window.outputHeight * callsPerRow <= KernelCall.maxPerOperator
      else { return false }
      return [window.rowTaps(0), window.rowTaps(window.outputHeight - 1)].allSatisfy { !$0.isEmpty }
        && [window.columnTaps(0), window.columnTaps(window.outputWidth - 1)].allSatisfy { !$0.isEmpty }
    }
  }

  package struct Weights {
    package let panels: Int16MatrixMultiply.Weights

    /// The weights of a layer; nil if 16 bits cannot represent them.
    package init?(_ weights: LayerWeights, _ problem: Problem) {
      let band = Int16Band(problem)
      guard
        let filter = Int16Filter(
          weights.filter, columns: problem.convolution.outputChannels, depth: problem.convolution.depth)
      else { return nil }
      let panels = Int16MatrixMultiply.Weights(
        filter.padded(band.segmentLength, to: band.pairsPerSegment * 2), weights.epilogue)
      switch problem.output {
      case .floats: self.panels = panels
      case .integers:
        guard let bounded = panels.bounded() else { return nil }
        self.panels = bounded
      }
    }
  }

  package typealias Candidate = KernelCandidate<Problem, any UnitKernel>

  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "int16 convolution",
    kernels: [
      Candidate(.simd, make: { problem, weights, _ in SIMDInt16Convolution(problem, weights) }),
      Candidate(.reference, make: { problem, weights, _ in ReferenceInt16Convolution(problem, weights) }),
    ])
}
