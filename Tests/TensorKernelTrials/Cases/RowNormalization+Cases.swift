import TensorKernels

extension RowNormalization.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(
      inputs: [
        element == .float32 ? TrialTensor(rows * length, .float32, .upTo(10)) : TrialTensor(rows * length, element)
      ],
      outputs: [TrialTensor(rows * length, element)],
      tolerance: tolerance)
  }

  /// Two orders of adding `length` positive numbers differ by as many units in the last place at most, and powers,
  /// products and quotients by a few more. What is below the least normal number, 2⁻¹⁰³ of the unit of one, becomes
  /// zero.
  private var tolerance: TrialTolerance {
    switch operation {
    case .softmax: .ulps(Float(8 + length), ofOne: 0x1p-103)
    case .logSoftmax: .ulps(2, ofOne: Float(8 + length))
    case .byteSoftmax, .unitLength, .localResponse: .exact
    }
  }
}

extension RowNormalization {
  package static let cases: [KernelCase<Problem>] =
    [
      .network("softmax of 64 scores", Problem(.softmax(beta: 1), rows: 512, length: 64)),
      .network("attention scores", Problem(.softmax(beta: 1), rows: 591, length: 197)),
      .network("logarithms of a softmax of 1000 scores", Problem(.logSoftmax, rows: 64, length: 1000)),
      .edge("softmax of rows with a remainder", Problem(.softmax(beta: 2), rows: 11, length: 29)),
      .edge("softmax of many short rows", Problem(.softmax(beta: 1), rows: 65, length: 2)),
      .edge("logarithms of a softmax of rows with a remainder", Problem(.logSoftmax, rows: 7, length: 19)),
      .network("unit length", Problem(.unitLength, rows: 512, length: 64)),
      .edge("softmax of one score", Problem(.softmax(beta: 1), rows: 3, length: 1)),
      .edge("softmax with a factor", Problem(.softmax(beta: 0.5), rows: 2, length: 11)),
      .edge("logarithms of a softmax", Problem(.logSoftmax, rows: 2, length: 9)),
      .edge(
        "neighbors in a channel",
        Problem(.localResponse(LocalResponse(radius: 2, bias: 1, alpha: 0.5, beta: 0.75)), rows: 3, length: 7)),
    ]
    + [NumberType.int8, .uint8].flatMap { element in
      [ByteSoftmax(scale: 0.05), ByteSoftmax(scale: 15)].compactMap { $0 }.map {
        .edge("softmax of \(element)", Problem(.byteSoftmax($0), rows: 11, length: 29, element: element))
      }
    }
}
