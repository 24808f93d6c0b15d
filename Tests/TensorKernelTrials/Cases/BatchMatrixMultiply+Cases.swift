import TensorKernels

extension BatchMatrixMultiply.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    // The number of elements up to the furthest one of a side.
    func extent(_ side: BatchMatrixMultiply.Side, _ outer: Int, _ moves: [Int]) -> Int {
      let last = (depth - 1) * side.depthStep + (outer - 1) * side.outerStep
      return max(zip(batch, moves).reduce(last) { $0 + ($1.0.extent - 1) * $1.1 } + 1, 0)
    }
    let counts = (extent(left, rows, batch.map(\.left)), extent(right, columns, batch.map(\.right)))
    let isOfBytes = element != .float32
    return KernelTrial(
      inputs: isOfBytes
        ? [TrialTensor(counts.0, element, .upTo(255)), TrialTensor(counts.1, element, .upTo(255))]
        : [TrialTensor(counts.0), TrialTensor(counts.1)],
      outputs: [TrialTensor(rowCount * columns, element)], tolerance: isOfBytes ? .exact : .reorderedSum(terms: depth),
      multiplyAdds: rowCount * columns * depth)
  }
}

extension BatchMatrixMultiply {
  package static let cases: [KernelCase<Problem>] = {
    /// A product of matrices, transposed or not, for each of several batches.
    func problem(
      _ rows: Int, _ columns: Int, _ depth: Int, transposed: (Bool, Bool) = (false, false), batch: [Dimension] = [],
      bytes: Bytes? = nil
    ) -> Problem {
      Problem(
        rows: rows, columns: columns, depth: depth,
        left: transposed.0 ? Side(depthStep: rows, outerStep: 1) : Side(depthStep: 1, outerStep: depth),
        right: transposed.1 ? Side(depthStep: 1, outerStep: depth) : Side(depthStep: columns, outerStep: 1),
        batch: batch, bytes: bytes)
    }
    func bytes(isSigned: Bool = true, zeros: (Int, Int, Int) = (3, -5, 1), _ factor: Double = 0.0007) -> Bytes {
      func range(_ zero: Int) -> ByteRange { ByteRange(isSigned: isSigned, zeroPoint: isSigned ? zero : zero + 128) }
      return Bytes(
        left: range(zeros.0), right: range(zeros.1), output: range(zeros.2), factor: FixedPointMultiplier(factor))
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
      .network(
        "bytes: attention of eight heads, keys transposed",
        problem(64, 64, 64, transposed: (false, true), batch: heads, bytes: bytes())),
      .network("bytes: attention of eight heads, values", problem(64, 64, 64, batch: heads, bytes: bytes())),
      .edge(
        "bytes: remainders of rows, columns and terms, in three batches",
        problem(27, 29, 19, batch: [Dimension(extent: 3, left: 27 * 19, right: 29 * 19)], bytes: bytes())),
      .edge("bytes: odd terms, keys transposed", problem(49, 41, 33, transposed: (false, true), bytes: bytes())),
      .edge(
        "bytes: both sides transposed, without signs",
        problem(30, 43, 18, transposed: (true, true), bytes: bytes(isSigned: false))),
      .edge("bytes: the left side transposed, few terms", problem(5, 8, 7, transposed: (true, false), bytes: bytes())),
      .edge("bytes: a factor above one", problem(25, 72, 24, bytes: bytes(zeros: (-128, 127, 0), 1.7))),
      .edge("bytes: a row", problem(1, 37, 21, bytes: bytes())),
      .edge("bytes: a row, keys transposed", problem(1, 37, 21, transposed: (false, true), bytes: bytes())),
      .edge(
        "bytes: the right side for all batches",
        problem(6, 24, 16, batch: [Dimension(extent: 3, left: 96, right: 0)], bytes: bytes())),
      .edge("bytes: empty sums", problem(5, 8, 0, bytes: bytes())),
    ]
  }()
}
