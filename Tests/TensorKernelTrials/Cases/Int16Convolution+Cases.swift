import TensorKernels

extension Int16Convolution.Problem: TrialProblem {
  /// The filter has no special numbers: one that is not finite has no 16-bit form.
  package var trial: KernelTrial<Int16Convolution.Weights> {
    let counts = convolution.window.counts(
      batch: convolution.batch, channels: convolution.inputChannels, outputChannels: convolution.outputChannels)
    return KernelTrial(
      constants: [
        TrialTensor(convolution.outputChannels * convolution.depth, isPlain: true),
        TrialTensor(convolution.outputChannels), TrialTensor(convolution.outputChannels, isPlain: true),
      ],
      inputs: [TrialTensor(counts.input)], outputs: [TrialTensor(counts.output, output == .floats ? .float32 : .int16)],
      multiplyAdds: convolution.multiplyAdds,
      weights: { operands in
        let weights = Int16Convolution.Weights(
          operands.layerWeights(
            channels: convolution.outputChannels, activation: output == .floats ? nil : .clamp(lower: 0, upper: 6)),
          self)
        guard let weights else { preconditionFailure("the filter of a trial has a 16-bit form") }
        return weights
      })
  }
}

extension Int16Convolution {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ outputs: Int, _ window: Window2D, channels: Int = 3, batch: Int = 1,
      to output: Int16MatrixMultiply.Problem.Values = .floats
    ) -> Problem {
      Problem(
        Convolution.Problem(batch: batch, inputChannels: channels, outputChannels: outputs, window: window),
        output: output)
    }
    return [
      .network("first layer of the hand detector, 5×5 stride 2", problem(32, .same(192, 192, filter: 5, stride: 2))),
      .network("first layer of the landmark network, 3×3 stride 2", problem(24, .same(224, 224, filter: 3, stride: 2))),
      .network(
        "the same, integers for a depthwise convolution",
        problem(24, .same(224, 224, filter: 3, stride: 2), to: .integers)),
      .edge("integers, two pictures", problem(40, .same(6, 9, filter: 5), batch: 2, to: .integers)),
      .edge("two pictures with borders on all sides", problem(8, .same(6, 9, filter: 5), batch: 2)),
      .edge("one channel", problem(16, .same(7, 13, filter: 3), channels: 1)),
      .edge("rows that fill no vector, columns neither", problem(5, .same(5, 7, filter: 3))),
      .edge("wide windows over a narrow picture", problem(8, .same(4, 3, filter: 7))),
      .edge("four channels, stride 3", problem(40, .same(17, 29, filter: 4, stride: 3), channels: 4)),
      .edge("no pictures", problem(8, .same(3, 3, filter: 3), batch: 0)),
    ]
  }()
}
