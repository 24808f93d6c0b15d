import TensorKernels

extension MatrixMultiply.Problem: TrialProblem {
  package var trial: KernelTrial<LayerWeights> {
    .layer(
      filter: columns * depth, channels: columns, terms: depth,
      inputs: [TrialTensor(rows * inputStride + segmentCount * segmentStride)]
        + (hasAddend ? [TrialTensor(rows * outputStride)] : []),
      output: rows * outputStride)
  }
}

extension MatrixMultiply {
  package static let cases: [KernelCase<Problem>] = [
    .network("first pointwise convolution of the hand detector", Problem(rows: 9216, columns: 32, depth: 32)),
    .network("pointwise convolution of the hand detector at 24×24", Problem(rows: 576, columns: 128, depth: 128)),
    .network(
      "pointwise convolution of the landmark network at 14×14, residual",
      Problem(rows: 196, columns: 112, depth: 672, hasAddend: true)),
    .network(
      "pointwise convolution of the landmark network at 7×7", Problem(rows: 49, columns: 1152, depth: 192)),
    .network("dense layer of the landmark network", Problem(rows: 1, columns: 63, depth: 1152)),
    .edge("one column less than a vector", Problem(rows: 13, columns: 7, depth: 5)),
    .edge("one column more than two vectors", Problem(rows: 23, columns: 17, depth: 9)),
    .edge("eight columns left over from sixteen", Problem(rows: 23, columns: 24, depth: 40, hasAddend: true)),
    .edge("eight columns left over from thirty-two", Problem(rows: 13, columns: 40, depth: 3)),
    .edge(
      "eight columns and some left over, with rows apart",
      Problem(rows: 15, columns: 29, depth: 17, inputStride: 19, outputStride: 31, hasAddend: true)),
    .edge(
      "rows apart, with an addend",
      Problem(
        rows: 7, columns: 9, depth: 11, inputStride: 13, outputStride: 12, hasAddend: true)),
    .edge("three columns more than a vector", Problem(rows: 14, columns: 11, depth: 6)),
    .edge("six columns more than a vector", Problem(rows: 25, columns: 14, depth: 12, hasAddend: true)),
    .edge("one row", Problem(rows: 1, columns: 29, depth: 33)),
    .edge(
      "terms in three runs of memory",
      Problem(
        rows: 5, columns: 10, depth: 12, inputStride: 4, segmentCount: 3, segmentStride: 20)),
    .edge(
      "eight columns left over, terms in three runs of memory",
      Problem(rows: 9, columns: 24, depth: 27, inputStride: 6, segmentCount: 3, segmentStride: 60)),
    .edge("empty sums", Problem(rows: 3, columns: 4, depth: 0)),
    .edge("no rows", Problem(rows: 0, columns: 9, depth: 4)),
  ]
}
