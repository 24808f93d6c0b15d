import TensorKernels

extension ResizeBilinear.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(
      inputs: [TrialTensor(batch * inputHeight * inputWidth * channels)],
      outputs: [TrialTensor(batch * outputHeight * outputWidth * channels)],
      // Three interpolations, each with a difference, a product and a sum.
      tolerance: .ulps(4, ofOne: 8))
  }
}

extension ResizeBilinear {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ input: (Int, Int), _ output: (Int, Int), batch: Int = 1, channels: Int, corners: Bool = false,
      centers: Bool = false
    ) -> Problem {
      Problem(
        batch: batch, channels: channels, input: input, output: output, alignCorners: corners,
        halfPixelCenters: centers)
    }
    return [
      .network("12×12 to 24×24 of the hand detector", problem((12, 12), (24, 24), channels: 256, centers: true)),
      .edge("fewer channels than a vector", problem((3, 4), (7, 5), batch: 2, channels: 3)),
      .edge("one channel more than a vector, corners aligned", problem((3, 4), (6, 9), channels: 9, corners: true)),
      .edge("smaller", problem((9, 7), (4, 3), channels: 8, centers: true)),
      .edge("no pictures", problem((2, 2), (3, 3), batch: 0, channels: 4)),
    ]
  }()
}
