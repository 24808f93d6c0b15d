extension RowNormalization.Problem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(rows * length, .float32, .upTo(10))], outputs: [TrialTensor(rows * length)])
  }
}

extension RowNormalization {
  static let cases: [KernelCase<Problem>] = [
    .network("softmax of 64 scores", Problem(.softmax(beta: 1), rows: 512, length: 64)),
    .network("unit length", Problem(.unitLength, rows: 512, length: 64)),
    .edge("softmax of one score", Problem(.softmax(beta: 1), rows: 3, length: 1)),
    .edge("softmax with a factor", Problem(.softmax(beta: 0.5), rows: 2, length: 11)),
    .edge("logarithms of a softmax", Problem(.logSoftmax, rows: 2, length: 9)),
    .edge(
      "neighbors in a channel",
      Problem(.localResponse(LocalResponse(radius: 2, bias: 1, alpha: 0.5, beta: 0.75)), rows: 3, length: 7)),
  ]
}
