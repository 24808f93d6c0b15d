import TensorKernels

extension BatchMatrixMultiply.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    // The number of elements up to the furthest one of a side.
    func extent(_ side: BatchMatrixMultiply.Side, _ outer: Int, _ moves: [Int]) -> Int {
      let last = (depth - 1) * side.depthStep + (outer - 1) * side.outerStep
      return max(zip(batch, moves).reduce(last) { $0 + ($1.0.extent - 1) * $1.1 } + 1, 0)
    }
    return KernelTrial(
      inputs: [
        TrialTensor(extent(left, rows, batch.map(\.left))), TrialTensor(extent(right, columns, batch.map(\.right))),
      ], outputs: [TrialTensor(rowCount * columns)], tolerance: .reorderedSum(terms: depth),
      multiplyAdds: rowCount * columns * depth)
  }
}

extension BatchMatrixMultiply {
  package static let cases: [KernelCase<Problem>] = {
    /// A product of matrices, transposed or not, for each of several batches.
    func problem(
      _ rows: Int, _ columns: Int, _ depth: Int, transposed: (Bool, Bool) = (false, false), batch: [Dimension] = []
    ) -> Problem {
      Problem(
        rows: rows, columns: columns, depth: depth,
        left: transposed.0 ? Side(depthStep: rows, outerStep: 1) : Side(depthStep: 1, outerStep: depth),
        right: transposed.1 ? Side(depthStep: 1, outerStep: depth) : Side(depthStep: columns, outerStep: 1),
        batch: batch)
    }
    let heads = [Dimension(extent: 8, left: 64 * 64, right: 64 * 64)]
    return [
      .network(
        "attention of eight heads, keys transposed", problem(64, 64, 64, transposed: (false, true), batch: heads)),
      .network("attention of eight heads, values", problem(64, 64, 64, batch: heads)),
      .edge("remainders of rows, columns and terms", problem(27, 29, 19, transposed: (false, true))),
      .edge(
        "remainders of a transposed left side",
        problem(29, 24, 11, transposed: (true, false), batch: [Dimension(extent: 2, left: 29 * 11, right: 24 * 11)])),
      .edge("one column more than a vector", problem(3, 9, 5)),
      .edge("both sides transposed", problem(4, 5, 7, transposed: (true, true))),
      .edge("the right side for all batches", problem(2, 8, 6, batch: [Dimension(extent: 3, left: 12, right: 0)])),
      .edge("empty sums", problem(2, 3, 0)),
    ]
  }()
}
