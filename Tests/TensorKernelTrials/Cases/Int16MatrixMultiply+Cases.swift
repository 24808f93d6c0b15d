import TensorKernels

extension Int16MatrixMultiply.Problem: TrialProblem {
  /// The filter has no special numbers: one that is not finite has no 16-bit form.
  package var trial: KernelTrial<Int16MatrixMultiply.Weights> {
    let outputs = product.rows * product.columns
    let rows = product.rows * product.depth
    return KernelTrial(
      constants: [
        TrialTensor(product.columns * product.depth, isPlain: true), TrialTensor(product.columns),
        TrialTensor(product.columns, isPlain: true),
      ],
      inputs: [input == .floats ? TrialTensor(rows) : TrialTensor(rows, .int16, .positive(8000))]
        + (product.hasAddend ? [TrialTensor(outputs)] : []),
      outputs: [TrialTensor(outputs, output == .floats ? .float32 : .int16)], multiplyAdds: outputs * product.depth,
      weights: { operands in
        let weights = Int16MatrixMultiply.Weights(
          operands.layerWeights(
            channels: product.columns, activation: output == .floats ? nil : .clamp(lower: 0, upper: 6)),
          self, inputLimit: 6)
        guard let weights else { preconditionFailure("the filter of a trial has a 16-bit form") }
        return weights
      })
  }
}

extension Int16MatrixMultiply {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ rows: Int, _ columns: Int, _ depth: Int, hasAddend: Bool = false, from input: Problem.Values = .floats,
      to output: Problem.Values = .floats
    ) -> Problem {
      Problem(
        MatrixMultiply.Problem(rows: rows, columns: columns, depth: depth, hasAddend: hasAddend), input: input,
        output: output)
    }
    return [
      .network("first pointwise convolution of the hand detector", problem(9216, 32, 32)),
      .network("pointwise convolution of the hand detector at 24×24", problem(576, 128, 128)),
      .network(
        "pointwise convolution of the landmark network at 14×14, residual", problem(196, 112, 672, hasAddend: true)),
      .network("pointwise convolution of the landmark network at 7×7", problem(49, 1152, 192)),
      .network("integers for a depthwise convolution at 14×14", problem(196, 672, 112, to: .integers)),
      .network(
        "integers of a depthwise convolution at 14×14", problem(196, 112, 672, hasAddend: true, from: .integers)),
      .edge("integers to integers, a panel of each width", problem(31, 56, 24, from: .integers, to: .integers)),
      .edge("integers, a single vector", problem(13, 8, 40, from: .integers)),
      .edge("integers of many terms", problem(7, 24, 16, to: .integers)),
      .edge("one column less than a vector", problem(13, 7, 5)),
      .edge("a single vector", problem(29, 8, 16)),
      .edge("three vectors, with an addend", problem(23, 24, 40, hasAddend: true)),
      .edge("terms that fill no vector", problem(7, 40, 19)),
      .edge("terms that fill one vector and a half", problem(11, 16, 13)),
      .edge("rows of many terms", problem(5, 32, 333, hasAddend: true)),
      .edge("eight columns left over of integers", problem(13, 24, 16, from: .integers)),
      .edge("eight columns and some left over", problem(14, 45, 18)),
      .edge("one term", problem(3, 16, 1)),
      .edge("one column more than two vectors", problem(12, 17, 34)),
      .edge("empty sums", problem(3, 4, 0)),
      .edge("no rows", problem(0, 8, 4)),
    ]
  }()
}
