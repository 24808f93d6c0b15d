import TensorKernels

extension PReLU.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = operands.counts
    return KernelTrial(
      inputs: [TrialTensor(counts.left), TrialTensor(counts.right)], outputs: [TrialTensor(counts.output)])
  }
}

extension PReLU {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ shape: [Int], slopes: [Int]) -> Problem { Problem(BroadcastPair(left: shape, right: slopes)) }
    return [
      .network("slopes of the hand detector", problem([1, 48, 48, 64], slopes: [1, 1, 64])),
      .edge("fewer channels than a vector", problem([2, 3, 5], slopes: [5])),
      .edge("one slope", problem([3, 9], slopes: [1])),
      .edge("a slope for each element", problem([17], slopes: [17])),
      .edge("nothing", problem([0, 5], slopes: [5])),
    ]
  }()
}
