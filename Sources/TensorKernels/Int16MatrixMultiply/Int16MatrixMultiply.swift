import MachineCode

/// Rows times a constant matrix in 16-bit integers: the same as ``MatrixMultiply``, less exact and faster.
///
///     output[m, n] = activation(float(Σk q[m, k] · w[n, k]) · (channelScale[n] · groupScale[m / 4]) + bias[n]
///         (+ addend[m, n])), where the product and the bias are rounded once
///
/// `w` and `channelScale` are the filter (``Int16Filter``), `q` and `groupScale` the rows, 13 bits and a sign, four
/// neighboring ones with a common scale (``Int16Row``). Sums fit in 32 bits and are exact, and groups begin in the same
/// places whatever a call computes, so results depend neither on tiles and threads nor on the processor: all kernels
/// give the same, except for the sign of a zero.
///
/// A group with a number that is not finite, or is too large, has float32 sums of the same weights, in ascending order:
///
///     output[m, n] = activation(Σk input[m, k] · float(w[n, k]) · channelScale[n] + bias[n] (+ addend[m, n]))
///
/// Rows may also be ``BoundedInt16/terms``, whose scale is that of all rows, and results ``BoundedInt16/wide``: scales
/// and bias are then multiplied by those of the integers beforehand, and results are rounded.
///
/// Source: Jacob et al., Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference,
/// 2018, for scales per channel; scales of rows are as in TFLite's dynamic-range quantization.
package enum Int16MatrixMultiply {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = Int16MatrixMultiply.Weights

    /// The product.
    package let product: MatrixMultiply.Problem
    /// What its rows and its results are.
    package let input: Values, output: Values

    /// Floats, or ``BoundedInt16``.
    package enum Values: Sendable { case floats, integers }

    /// - Precondition: the rows of the product are contiguous; those of integers fill whole floats, and have no addend.
    package init(_ product: MatrixMultiply.Problem, input: Values = .floats, output: Values = .floats) {
      precondition(
        product.inputStride == product.depth && product.outputStride == product.columns && product.segmentCount == 1,
        "rows of 16-bit products are contiguous")
      precondition(
        (input == .floats || product.depth.isMultiple(of: 8))
          && (output == .floats || product.columns.isMultiple(of: 8) && !product.hasAddend),
        "rows of integers fill floats and have no addend")
      self.product = product
      (self.input, self.output) = (input, output)
    }

    /// Floats that a row of the input and of the output takes.
    var inputStride: Int { input == .floats ? product.depth : product.depth / 2 }
    var outputStride: Int { output == .floats ? product.columns : product.columns / 2 }

    /// Rows with a common scale.
    var rowsPerGroup: Int { input == .floats ? Int16Row.rowsPerGroup : 1 }
    /// Floats of scratch for some rows.
    func scratchCount(rows: Int) -> Int {
      input == .floats ? Int16Row.scratchCount(rows: rows, depth: product.depth) : 0
    }

    /// All rows of the product by a kernel.
    package func rows(_ kernel: any RowProductKernel) -> MatrixRows {
      MatrixRows(product, kernel, inputStride: inputStride, outputStride: outputStride)
    }

    package var element: NumberType { product.element }
  }

  /// The constant operands.
  package struct Weights {
    let filter: Int16Filter
    let epilogue: Epilogue

    init(_ filter: Int16Filter, _ epilogue: Epilogue) { (self.filter, self.epilogue) = (filter, epilogue) }

    /// The weights of a layer; nil if 16 bits cannot represent them, or its results.
    ///
    /// - Parameter inputLimit: what the largest integer of a row stands for, if rows are integers.
    package init?(_ weights: LayerWeights, _ problem: Problem, inputLimit: Float = 0) {
      guard
        let filter = Int16Filter(weights.filter, columns: problem.product.columns, depth: problem.product.depth)
      else { return nil }
      var whole = Weights(filter, weights.epilogue)
      if problem.output == .integers {
        guard let bounded = whole.bounded() else { return nil }
        whole = bounded
      }
      if problem.input == .integers {
        whole = Weights(whole.filter.scaled(by: BoundedInt16.terms.scale(limit: inputLimit)), whole.epilogue)
      }
      self = whole
    }

    /// The weights whose results are ``BoundedInt16/wide`` before they are rounded; nil if results are not bounded.
    func bounded() -> Weights? {
      guard let limit = BoundedInt16.limit(epilogue.activation) else { return nil }
      let integers = BoundedInt16.wide
      let factor = integers.factor(limit: limit)
      return Weights(
        filter.scaled(by: factor),
        Epilogue(
          bias: epilogue.bias.scaled(by: factor), activation: .clamp(lower: 0, upper: integers.largestValue)))
    }
  }

  typealias Candidate = KernelCandidate<Problem, any RowProductKernel>

  /// Fastest first.
  package static let family = KernelFamily<Problem, any RowProductKernel>(
    "int16 matrix multiply",
    kernels: [
      Candidate(
        .machineCode, supports: { MachineInt16MatrixMultiply.supports($0) },
        make: { MachineInt16MatrixMultiply($0, $1, $2) }),
      Candidate(.simd, make: { problem, weights, _ in SIMDInt16MatrixMultiply(problem, weights) }),
      Candidate(.reference, make: { problem, weights, _ in ReferenceInt16MatrixMultiply(problem, weights) }),
    ])

  /// The kernel of a 1×1 convolution, and its actual provider; nil where float32 is faster, or if 16 bits cannot
  /// represent the weights.
  package static func kernel(
    for product: MatrixMultiply.Problem, weights: LayerWeights, requested: KernelProvider?, code: CodeAllocator
  ) -> (kernel: any RowProductKernel, provider: KernelProvider)? {
    guard pays(product, requested: requested) else { return nil }
    let problem = Problem(product)
    return Weights(weights, problem).map {
      family.kernel(for: problem, weights: $0, requested: requested, code: code)
    }
  }

  /// The kernel of a product from or to integers.
  ///
  /// - Parameter inputLimit: what the largest integer of a row stands for, if rows are integers.
  /// - Precondition: 16 bits represent the weights (``Int16Filter``), and results that are integers are bounded.
  package static func kernel(
    ofIntegers problem: Problem, weights: LayerWeights, inputLimit: Float?, requested: KernelProvider?,
    code: CodeAllocator
  ) -> (kernel: any RowProductKernel, provider: KernelProvider) {
    guard let weights = Weights(weights, problem, inputLimit: inputLimit ?? 0) else {
      preconditionFailure("16 bits do not represent the weights of a product of integers")
    }
    return family.kernel(for: problem, weights: weights, requested: requested, code: code)
  }

  /// Whether integers are faster: if there are enough sums of a row to make up for its conversion, and kernels are
  /// emitted. Other kernels follow the same rule on request, so that all providers compute the same.
  package static func pays(
    _ product: MatrixMultiply.Problem, input: Problem.Values = .floats, requested: KernelProvider?
  ) -> Bool {
    guard product.rows >= 6, product.columns >= (input == .floats ? leastColumns : leastColumnsOfIntegers),
      product.columns.isMultiple(of: 8) || !product.hasAddend,
      (leastDepth...Int16Filter.mostTerms).contains(product.depth),
      input == .floats || product.depth.isMultiple(of: 8)
    else { return false }
    return Precision.takesIntegers(
      requested: requested, ifEmitted: MachineInt16MatrixMultiply.supports(Problem(product, input: input)))
  }

  /// With fewer, converting rows and starting and finishing sums take what the products save.
  private static let leastColumns = 24, leastDepth = 16
  private static let leastColumnsOfIntegers = 8
}
