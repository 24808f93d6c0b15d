import KernelChoice
import TensorKernels

extension ConvolutionBlock.Problem: TrialProblem {
  package var trial: KernelTrial<ConvolutionBlock.Weights> {
    let parts = [expand?.trial, depthwise.layerTrial, project?.trial]
    let channels = [expand?.outputChannels, depthwise.channels * depthwise.multiplier, project?.outputChannels]
    let first = parts.compactMap { $0 }[0], last = parts.compactMap { $0 }.reversed()[0]
    return KernelTrial(
      constants: parts.flatMap { $0?.constants ?? [] },
      inputs: [first.inputs[0]] + (project?.trial.inputs.dropFirst() ?? []), outputs: last.outputs,
      // Errors of the first sums are terms of the following ones.
      tolerance: .reorderedSum(terms: parts.reduce(0) { $0 + ($1?.terms ?? 0) }),
      multiplyAdds: parts.reduce(0) { $0 + ($1?.multiplyAdds ?? 0) },
      weights: { operands in
        var next = 0
        let weights = channels.map { channels -> LayerWeights? in
          guard let channels else { return nil }
          next += 3
          return operands.layerWeights(from: next - 3, channels: channels)
        }
        guard let depthwise = weights[1] else { preconditionFailure("a block has a depthwise convolution") }
        return ConvolutionBlock.Weights(expand: weights[0], depthwise: depthwise, project: weights[2])
      })
  }
}

extension ConvolutionBlock {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ window: Window2D, batch: Int = 1, channels: (Int, Int, Int), expands: Bool = true, projects: Bool = true,
      hasAddend: Bool = false
    ) -> Problem {
      func pointwise(_ height: Int, _ width: Int, _ inputs: Int, _ outputs: Int, hasAddend: Bool) -> Convolution.Problem
      {
        Convolution.Problem(
          batch: batch, inputChannels: inputs, outputChannels: outputs, window: .same(height, width, filter: 1),
          hasAddend: hasAddend)
      }
      return Problem(
        expand: expands
          ? pointwise(window.inputHeight, window.inputWidth, channels.0, channels.1, hasAddend: false) : nil,
        depthwise: DepthwiseConvolution.Problem(batch: batch, channels: channels.1, multiplier: 1, window: window),
        project: projects
          ? pointwise(window.outputHeight, window.outputWidth, channels.1, channels.2, hasAddend: hasAddend) : nil)
    }
    return [
      .network(
        "residual block at 28×28 of the landmark network",
        problem(.same(28, 28, filter: 5), channels: (40, 240, 40), hasAddend: true)),
      .network("block of stride 2 at 28×28", problem(.same(28, 28, filter: 3, stride: 2), channels: (40, 240, 80))),
      .edge("two pictures, an odd number of rows", problem(.same(7, 9, filter: 3), batch: 2, channels: (5, 8, 6))),
      .edge("without the first convolution", problem(.same(6, 5, filter: 3), channels: (8, 8, 3), expands: false)),
      .edge("without the last convolution", problem(.same(6, 5, filter: 3), channels: (3, 16, 16), projects: false)),
      .edge("fewer channels than a vector", problem(.same(5, 4, filter: 3), channels: (2, 5, 4), hasAddend: true)),
    ]
  }()
}
