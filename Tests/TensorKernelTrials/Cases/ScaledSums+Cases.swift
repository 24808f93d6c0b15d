import TensorKernels

extension ScaledSums.Problem: TrialProblem {
  package var trial: KernelTrial<[Float]> {
    let sums = TrialTensor(rows * channels, .float32, .upTo(0x1p20))
    return KernelTrial(
      inputs: [sums, TrialTensor((rows + scaled.rowsPerScale - 1) / scaled.rowsPerScale)]
        + (hasBias ? [TrialTensor(channels)] : []), outputs: [TrialTensor(rows * channels)],
      weights: { _ in scaled.hasOneScale ? [0.003] : (0..<channels).map { 0.003 * Float(1 + $0 % 7) } })
  }
}

extension ScaledSums {
  package static let cases: [KernelCase<Problem>] = {
    func edge(_ channels: Int, hasOneScale: Bool, hasBias: Bool) -> KernelCase<Problem> {
      let problem = Problem(
        rows: 11, channels: channels, hasBias: hasBias,
        ByteMatrixMultiply.Elements.Scaled(
          rowsPerScale: channels % 2 == 0 ? 4 : 1, hasOneScale: hasOneScale, lower: hasBias ? -.infinity : 0,
          upper: hasBias ? 1e6 : .infinity))
      return .edge("\(channels) channels\(hasOneScale ? " of one scale" : "")\(hasBias ? ", a bias" : "")", problem)
    }
    let network = Problem(
      rows: 3136, channels: 128, hasBias: true,
      ByteMatrixMultiply.Elements.Scaled(rowsPerScale: 3136, hasOneScale: false, lower: 0, upper: 6))
    let nothing = Problem(
      rows: 0, channels: 8, hasBias: false, ByteMatrixMultiply.Elements.Scaled(rowsPerScale: 1, hasOneScale: true))
    return [.network("sums of a MobileNet at 56×56", network), .edge("no rows", nothing)]
      + [1, 4, 7, 8, 9, 16, 29].flatMap { channels in
        [true, false].flatMap { hasOneScale in
          [true, false].map { edge(channels, hasOneScale: hasOneScale, hasBias: $0) }
        }
      }
  }()
}
