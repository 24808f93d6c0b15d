/// ``MatrixMultiply`` by a constant matrix in 16-bit integers: faster and less exact.
///
///     output[m, n] = activation(float(Σk q[m, k] · w[n, k]) · (channelScale[n] · groupScale[m / 4]) + bias[n]
///         (+ addend[m, n])), where the product and the bias are rounded once
///
/// `w` and `channelScale` are the filter (``Int16Filter``), `q` and `groupScale` the rows, of 14-bit signed integers
/// with one scale per four rows (``Int16Row``). Sums are exact in 32 bits, and groups do not depend on how work is
/// divided, so all kernels, processors and thread counts agree, except for the sign of zero.
///
/// Groups with values that are not finite or too large use float32 with the same weights, in ascending order:
///
///     output[m, n] = activation(Σk input[m, k] · float(w[n, k]) · channelScale[n] + bias[n] (+ addend[m, n]))
///
/// Rows may also be ``BoundedInt16/terms`` with a single scale, and results ``BoundedInt16/wide``: scales and bias then
/// include those of the integers, and results are rounded.
///
/// Source: Jacob et al., Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference,
/// 2018, for scales per channel; rows are scaled as in TFLite's dynamic-range quantization.
package enum Int16MatrixMultiply {
  package struct Problem: KernelProblem {
    package typealias Weights = Int16MatrixMultiply.Weights

    package let product: MatrixMultiply.Problem
    package let input: Values, output: Values

    /// Floats, or ``BoundedInt16``.
    package enum Values: Sendable { case floats, integers }

    /// - Precondition: rows are contiguous; rows of integers fill whole floats, and have no addend.
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

    /// Floats between rows of the input and of the output.
    package var inputStride: Int { input == .floats ? product.depth : product.depth / 2 }
    package var outputStride: Int { output == .floats ? product.columns : product.columns / 2 }

    /// Rows with one scale.
    package var rowsPerGroup: Int { input == .floats ? Int16Row.rowsPerGroup : 1 }
    package func scratchCount(rows: Int) -> Int {
      input == .floats ? Int16Row.scratchCount(rows: rows, depth: product.depth) : 0
    }

    /// All rows of the product as computed by a kernel.
    package func rows(_ kernel: any RowProductKernel) -> MatrixRows {
      MatrixRows(product, kernel, inputStride: inputStride, outputStride: outputStride)
    }

    package var element: NumberType { product.element }
  }

  package struct Weights {
    let filter: Int16Filter
    let epilogue: Epilogue

    init(_ filter: Int16Filter, _ epilogue: Epilogue) { (self.filter, self.epilogue) = (filter, epilogue) }

    /// Nil if 16 bits cannot represent the weights, or the results.
    ///
    /// - Parameter inputLimit: the value of the largest integer, if rows are integers.
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

    /// The weights for ``BoundedInt16/wide`` results before rounding; nil if results are not bounded.
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

  package typealias Candidate = KernelCandidate<Problem, any RowProductKernel>

  package static let portable = KernelFamily<Problem, any RowProductKernel>(
    "int16 matrix multiply",
    kernels: [
      Candidate(.simd, make: { problem, weights, _ in SIMDInt16MatrixMultiply(problem, weights) }),
      Candidate(.reference, make: { problem, weights, _ in ReferenceInt16MatrixMultiply(problem, weights) }),
    ])
}
