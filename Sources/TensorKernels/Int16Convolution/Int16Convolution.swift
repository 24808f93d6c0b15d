import MachineCode

/// A convolution over a picture of few channels in 16-bit integers, as the first layer of a network: the same as
/// ``Convolution``, less exact and faster.
///
///     output[y, x, o] = activation(bias[o] + (channelScale[o] · rowScale[y]) · float(
///         Σ ky, kx, i  q[y·sy + ky − top, x·sx + kx − left, i] · w[o, ky, kx, i]))
///
/// `w` and `channelScale` are the filter (``Int16Filter``), `q` and `rowScale` the input under an output row
/// (``Int16Band``). Sums are exact, so that all kernels give the same, except for the sign of a zero. An output row
/// with a number under it that is not finite, or is too large, has float32 sums of the same weights, in the filter's
/// order. Results may be ``BoundedInt16/wide``, as those of ``Int16MatrixMultiply``.
package enum Int16Convolution {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = Int16Convolution.Weights

    /// The convolution, with ``isSupported(_:)``.
    package let convolution: Convolution.Problem
    /// What its results are.
    package let output: Int16MatrixMultiply.Problem.Values

    /// A convolution in 16-bit integers.
    ///
    /// - Precondition: it is supported; integers fill whole floats.
    package init(_ convolution: Convolution.Problem, output: Int16MatrixMultiply.Problem.Values = .floats) {
      precondition(
        Self.isSupported(convolution) && (output == .floats || convolution.outputChannels.isMultiple(of: 8)),
        "\(convolution) has no form in 16-bit integers")
      (self.convolution, self.output) = (convolution, output)
    }

    package var element: NumberType { convolution.element }

    /// The most calls of an output row.
    private static let callsPerRow = 5

    /// Windows of a few neighboring values each, of which at least one row and one column are inside the picture, and
    /// not more output rows than calls of emitted code allow.
    static func isSupported(_ problem: Convolution.Problem) -> Bool {
      let window = problem.window
      guard problem.element == .float32, problem.groups == 1, !problem.hasAddend, !problem.isPointwise,
        window.dilationX == 1, window.dilationY == 1, window.outputWidth > 0, window.outputHeight > 0,
        (1...16).contains(window.filterHeight), (1...32).contains(window.filterWidth * problem.inputChannels),
        problem.outputChannels > 0, window.inputHeight > 0, window.inputWidth * problem.inputChannels <= 1 << 16,
        window.strideX <= 1 << 10, window.outputWidth <= 1 << 16,
        problem.batch * window.outputHeight * callsPerRow <= EmittedCall.mostOfOperator
      else { return false }
      return [window.rowTaps(0), window.rowTaps(window.outputHeight - 1)].allSatisfy { !$0.isEmpty }
        && [window.columnTaps(0), window.columnTaps(window.outputWidth - 1)].allSatisfy { !$0.isEmpty }
    }
  }

  /// The constant operands.
  package struct Weights {
    let panels: Int16MatrixMultiply.Weights

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

  typealias Candidate = KernelCandidate<Problem, any UnitKernel>

  /// Fastest first.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "int16 convolution",
    kernels: [
      Candidate(
        .machineCode, supports: { MachineInt16Convolution.supports($0) },
        make: { MachineInt16Convolution($0, $1, $2) }),
      Candidate(.simd, make: { problem, weights, _ in SIMDInt16Convolution(problem, weights) }),
      Candidate(.reference, make: { problem, weights, _ in ReferenceInt16Convolution(problem, weights) }),
    ])

  /// The kernel of a convolution, and its actual provider; nil where float32 is faster, or if 16 bits cannot represent
  /// the weights.
  package static func kernel(
    for convolution: Convolution.Problem, weights: LayerWeights, requested: KernelProvider?, code: CodeAllocator
  ) -> (kernel: any UnitKernel, provider: KernelProvider)? {
    guard pays(convolution, requested: requested) else { return nil }
    let problem = Problem(convolution)
    return Weights(weights, problem).map {
      family.kernel(for: problem, weights: $0, requested: requested, code: code)
    }
  }

  /// Whether integers are faster, and kernels are emitted. Other kernels follow the same rule on request, so that all
  /// providers compute the same.
  package static func pays(_ convolution: Convolution.Problem, requested: KernelProvider?) -> Bool {
    guard Problem.isSupported(convolution), convolution.outputChannels >= leastColumns,
      convolution.depth >= leastDepth
    else { return false }
    return Precision.takesIntegers(
      requested: requested, ifEmitted: MachineInt16Convolution.supports(Problem(convolution)))
  }

  /// With fewer, converting a picture and finishing sums take what the products save.
  private static let leastColumns = 16, leastDepth = 16
}
