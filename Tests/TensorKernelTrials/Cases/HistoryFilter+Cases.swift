import TensorKernels

extension HistoryFilter.Problem: TrialProblem {
  package var trial: KernelTrial<Weights> {
    let isInteger = element == .int8
    return KernelTrial(
      inputs: [
        TrialTensor(batch * features, element, .upTo(isInteger ? 127 : 1)),
        TrialTensor(batch * filters * times, isInteger ? .int16 : .float32, .upTo(isInteger ? 9000 : 1)),
      ], outputs: [TrialTensor(batch * outputs, element)],
      weights: { _ in
        let (features, times) = (filters * features, filters * times)
        if isInteger {
          return .integers(
            IntegerHistoryFilter.Weights(
              features: (0..<features).map { Int8($0 % 255 - 127) }, times: (0..<times).map { Int16($0 % 999 - 500) },
              bias: [Int32](repeating: 77, count: outputs), inputZeroPoint: 3, outputZeroPoint: -2,
              resultFactor: FixedPointMultiplier(0.03), outputFactor: FixedPointMultiplier(0x1p-16)))
        }
        // Quantized if there are several rows.
        return .floats(
          HistoryFilter.Weights(
            features: (0..<features).map { Float($0 % 255 - 127) }, times: (0..<times).map { 0.01 * Float($0 % 9) },
            bias: [Float](repeating: 0.5, count: outputs), limits: (-100, .infinity),
            rounding: batch > 1 ? (RowQuantization(kind: .symmetric), 0.02) : nil))
      })
  }
}

extension HistoryFilter {
  package static let cases: [KernelCase<Problem>] =
    [.network("a keyword", Problem(batch: 1, features: 40, filters: 256, times: 8, rank: 1, element: .float32))]
    + [NumberType.float32, .int8].flatMap { element in
      [1, 3].map { batch in
        .edge(
          "\(batch) rows of \(element)",
          Problem(batch: batch, features: 3, filters: 6, times: batch, rank: 2, element: element))
      }
    }
}
