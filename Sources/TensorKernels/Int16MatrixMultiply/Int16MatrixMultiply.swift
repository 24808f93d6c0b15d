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
/// Source: Jacob et al., Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference,
/// 2018, for scales per channel; scales of rows are as in TFLite's dynamic-range quantization.
package enum Int16MatrixMultiply {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = Int16MatrixMultiply.Weights

    /// The product.
    package let product: MatrixMultiply.Problem

    /// - Precondition: the rows of the product are contiguous.
    package init(_ product: MatrixMultiply.Problem) {
      precondition(
        product.inputStride == product.depth && product.outputStride == product.columns && product.segmentCount == 1,
        "rows of 16-bit products are contiguous")
      self.product = product
    }

    package var element: NumberType { product.element }
  }

  /// The constant operands.
  package struct Weights {
    let filter: Int16Filter
    let epilogue: Epilogue

    init(_ filter: Int16Filter, _ epilogue: Epilogue) { (self.filter, self.epilogue) = (filter, epilogue) }

    /// The weights of a layer; nil if 16 bits cannot represent them.
    package init?(_ weights: LayerWeights, _ problem: Problem) {
      guard
        let filter = Int16Filter(weights.filter, columns: problem.product.columns, depth: problem.product.depth)
      else { return nil }
      self.filter = filter
      epilogue = weights.epilogue
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
    ], cases: cases)

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

  /// Whether integers are faster: if there are enough sums of a row to make up for its conversion, and kernels are
  /// emitted. Other kernels follow the same rule on request, so that all providers compute the same.
  private static func pays(_ product: MatrixMultiply.Problem, requested: KernelProvider?) -> Bool {
    guard product.rows >= 6, product.columns >= leastColumns,
      product.columns.isMultiple(of: 8) || !product.hasAddend,
      (leastDepth...Int16Filter.mostTerms).contains(product.depth)
    else { return false }
    switch requested {
    case nil, .machineCode: return MachineInt16MatrixMultiply.supports(Problem(product))
    case .simd, .blas, .reference: return true
    }
  }

  /// With fewer, converting rows and starting and finishing sums take what the products save.
  private static let leastColumns = 24, leastDepth = 16
}
