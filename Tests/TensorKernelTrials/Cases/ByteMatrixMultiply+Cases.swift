import TensorKernels

extension ByteMatrixMultiply.Problem: TrialProblem {
  package var trial: KernelTrial<ByteMatrixMultiply.Weights> {
    // In groups of four, filters fit in bytes.
    let largest = depth.isMultiple(of: 4) ? 127 : 255
    return KernelTrial(
      inputs: [TrialTensor(rows * depth, input.element, .upTo(255))],
      outputs: [TrialTensor(rows * columns, output.element)], multiplyAdds: multiplyAdds,
      weights: { _ in
        ByteMatrixMultiply.Weights(
          filter: (0..<columns * depth).map { Int16($0 * 7919 % (2 * largest + 1) - largest) },
          factors: (0..<columns).map { FixedPointMultiplier(0.001 * (1 + Double($0 % 7))) },
          bias: (0..<columns).map { Int32($0 * 7919 % 20011) - 10000 }, columns: columns)
      })
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
        input: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -5 : 130),
        output: ByteRange(
          isSigned: isSigned, zeroPoint: isSigned ? 7 : 120,
          limits: !hasLimits ? all : isSigned ? -100...127 : 3...250), rounding: rounding)
    }
    return [
      .network("pointwise convolution of a MobileNet at 28×28", problem(784, 256, 256)),
      .edge("a single vector", problem(29, 8, 16)),
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
    ]
  }()
}
