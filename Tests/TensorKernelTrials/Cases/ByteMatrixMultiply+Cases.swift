import TensorKernels

extension ByteMatrixMultiply.Elements {
  /// The inputs of a trial.
  func inputs(count: Int, rows: Int) -> [TrialTensor] {
    let integers = TrialTensor(count, input, .upTo(255))
    guard case .scaled(let scaled) = self else { return [integers] }
    let scales = (rows + scaled.rowsPerScale - 1) / scaled.rowsPerScale
    guard scaled.floatsPerScale == 2 else { return [integers, TrialTensor(scales, .float32, .positive(0.02))] }
    // Offsets, like scales, are numbers of this range.
    return [integers, TrialTensor(scales * 2, .float32, .positive(250), isPlain: true)]
  }

  /// Weights of any kind.
  func weights(columns: Int, depth: Int, largest: Int) -> ByteMatrixMultiply.Weights {
    let filter = ByteFilter((0..<columns * depth).map { Int16($0 * 7919 % (2 * largest + 1) - largest) })
    guard case .scaled(let scaled) = self else {
      return ByteMatrixMultiply.Weights(
        filter: filter, factors: (0..<columns).map { FixedPointMultiplier(0.001 * (1 + Double($0 % 7))) },
        bias: (0..<columns).map { Int32($0 * 7919 % 20011) - 10000 }, columns: columns)
    }
    return ByteMatrixMultiply.Weights(
      filter: filter, scales: scaled.hasOneScale ? [0.003] : (0..<columns).map { 0.003 * Float(1 + $0 % 7) },
      bias: (0..<columns).map { Float($0 * 7919 % 20011) * 0.01 - 100 }, columns: columns)
  }
}

extension ByteMatrixMultiply.Problem: TrialProblem {
  package var trial: KernelTrial<ByteMatrixMultiply.Weights> {
    // In groups of four, filters fit in bytes.
    let largest = depth.isMultiple(of: 4) ? 127 : 255
    return KernelTrial(
      inputs: elements.inputs(count: rows * depth, rows: rows),
      outputs: [TrialTensor(rows * columns, element)], multiplyAdds: multiplyAdds,
      weights: { _ in elements.weights(columns: columns, depth: depth, largest: largest) })
  }
}

extension ByteMatrixMultiply {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ rows: Int, _ columns: Int, _ depth: Int, isSigned: Bool = true, hasLimits: Bool = true,
      _ rounding: FixedPointMultiplier.Rounding = .twice
    ) -> Problem {
      let all = isSigned ? -128...127 : 0...255
      return Problem(
        rows: rows, columns: columns, depth: depth,
        .bytes(
          Elements.Bytes(
            input: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -5 : 130),
            output: ByteRange(
              isSigned: isSigned, zeroPoint: isSigned ? 7 : 120,
              limits: !hasLimits ? all : isSigned ? -100...127 : 3...250), rounding: rounding)))
    }
    func scaled(
      _ rows: Int, _ columns: Int, _ depth: Int, rowsPerScale: Int = 1, hasOneScale: Bool = false,
      isOfBytes: Bool = false, limit: Float = .infinity
    ) -> Problem {
      Problem(
        rows: rows, columns: columns, depth: depth,
        .scaled(
          Elements.Scaled(
            rowsPerScale: rowsPerScale, hasOneScale: hasOneScale, isOfBytes: isOfBytes, lower: -limit / 2, upper: limit)
        ))
    }
    return [
      .network("pointwise convolution of a MobileNet at 28×28", problem(784, 256, 256)),
      .edge("a single vector", problem(29, 8, 16)),
      .edge("sixteen columns", problem(27, 16, 20, hasLimits: false)),
      .edge("sixteen columns without signs", problem(29, 16, 24, isSigned: false)),
      .edge("three vectors, without signs", problem(23, 24, 40, isSigned: false)),
      .edge("terms that fill no vector", problem(7, 40, 18)),
      .edge("many terms", problem(50, 32, 334)),
      .edge("a row more than whole tiles", problem(49, 40, 44)),
      .edge("groups of four terms, all bytes", problem(31, 72, 36, hasLimits: false)),
      .edge("groups of four terms, all bytes without signs", problem(31, 72, 36, isSigned: false, hasLimits: false)),
      .edge("a row, rounded once", problem(1, 104, 64, .once)),
      .edge("rows without signs, rounded once", problem(14, 40, 48, isSigned: false, .once)),
      .edge("pairs of terms without signs", problem(9, 24, 22, isSigned: false)),
      .edge("odd terms", problem(5, 16, 17)),
      .edge("few terms", problem(5, 16, 6)),
      .edge("parts of vectors", problem(13, 7, 20)),
      .edge("no rows", problem(0, 8, 16)),
      .network("dense layer of 64 rows with a scale each", scaled(64, 1024, 1024)),
      .network("one row with a scale", scaled(1, 1000, 2048)),
      .network("one row of bytes with a scale", scaled(1, 1000, 2048, isOfBytes: true)),
      .edge("rows of bytes with a scale each", scaled(29, 40, 16, isOfBytes: true, limit: 30)),
      .edge("rows of bytes, one scale for the filter", scaled(27, 56, 44, hasOneScale: true, isOfBytes: true)),
      .edge("pictures of rows of bytes", scaled(50, 24, 36, rowsPerScale: 10, isOfBytes: true)),
      .edge("odd terms of bytes", scaled(5, 16, 18, isOfBytes: true)),
      .edge("rows with a scale each, limited", scaled(29, 40, 16, limit: 30)),
      .edge("rows with a scale each, one for the filter", scaled(25, 24, 40, hasOneScale: true)),
      .edge("rows of one scale", scaled(31, 72, 36, rowsPerScale: 31)),
      .edge("pictures of more rows than a unit", scaled(90, 8, 18, rowsPerScale: 30, hasOneScale: true)),
      .edge("pictures of few rows, scaled", scaled(21, 104, 22, rowsPerScale: 7, limit: 20)),
      .edge("odd terms and columns, scaled", scaled(5, 7, 17)),
      .edge("no rows, scaled", scaled(0, 8, 16)),
    ]
  }()
}
