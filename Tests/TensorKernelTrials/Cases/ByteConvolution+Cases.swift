import TensorKernels

extension ByteConvolution.Problem: TrialProblem {
  package var trial: KernelTrial<ByteMatrixMultiply.Weights> {
    let counts = window.counts(batch: batch, channels: inputChannels, outputChannels: outputChannels)
    return KernelTrial(
      inputs: elements.inputs(count: counts.input, rows: pixelCount), outputs: [TrialTensor(counts.output, element)],
      multiplyAdds: multiplyAdds,
      weights: { _ in elements.weights(columns: outputChannels, depth: depth, largest: 127) })
  }
}

extension ByteConvolution {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ batch: Int, _ inputs: Int, _ outputs: Int, _ window: Window2D, isSigned: Bool = true,
      _ rounding: FixedPointMultiplier.Rounding = .twice
    ) -> Problem {
      Problem(
        Convolution.Problem(batch: batch, inputChannels: inputs, outputChannels: outputs, window: window),
        .bytes(
          ByteMatrixMultiply.Elements.Bytes(
            input: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -5 : 130),
            output: ByteRange(
              isSigned: isSigned, zeroPoint: isSigned ? 7 : 120, limits: isSigned ? -100...127 : 3...250),
            rounding: rounding)))
    }
    func scaled(
      _ batch: Int, _ inputs: Int, _ outputs: Int, _ window: Window2D, hasOneScale: Bool = false,
      isOfBytes: Bool = false
    ) -> Problem {
      Problem(
        Convolution.Problem(batch: batch, inputChannels: inputs, outputChannels: outputs, window: window),
        .scaled(
          ByteMatrixMultiply.Elements.Scaled(
            rowsPerScale: window.outputHeight * window.outputWidth, hasOneScale: hasOneScale, isOfBytes: isOfBytes,
            lower: 0, upper: 6)))
    }
    return [
      .network("first layer of a MobileNet, 3×3 stride 2", problem(1, 3, 32, .same(224, 224, filter: 3, stride: 2))),
      .network("3×3 of a ResNet at 14×14", problem(1, 256, 256, .same(14, 14, filter: 3))),
      .edge("two pictures without signs", problem(2, 3, 5, .same(5, 7, filter: 3), isSigned: false)),
      .edge("dilated", problem(1, 20, 9, .same(9, 8, filter: 3, dilation: 2))),
      .edge("a picture smaller than the filter", problem(1, 1, 3, .same(4, 5, filter: 7))),
      .edge("pixels apart from each other", problem(1, 24, 16, .same(7, 6, filter: 1, stride: 2))),
      .edge("pixels of odd terms", problem(1, 17, 33, .same(5, 5, filter: 1))),
      .edge("parts of vectors, rounded once", problem(3, 32, 17, .same(3, 5, filter: 1), .once)),
      .edge("5×5 of few channels", problem(1, 5, 8, .same(6, 9, filter: 5))),
      .network("3×3 of a small network at 32×32", problem(1, 16, 16, .same(32, 32, filter: 3))),
      .edge("two pictures with lines between those of a band", problem(2, 4, 8, .same(27, 40, filter: 2, stride: 3))),
      .edge("1×1 of few channels without signs", problem(2, 8, 24, .same(9, 13, filter: 1), isSigned: false)),
      .edge("rows of the filter of many groups", problem(1, 36, 16, .same(40, 29, filter: 3))),
      .edge("one of three channels", problem(1, 32, 3, .same(6, 14, filter: 3), isSigned: false)),
      .edge("more columns than a panel, not all", problem(1, 16, 53, .same(5, 13, filter: 1))),
      .edge("few channels of bytes, scaled", scaled(2, 12, 13, .same(6, 15, filter: 3), isOfBytes: true)),
      .edge("no pictures", problem(0, 3, 4, .same(3, 3, filter: 3))),
      .network("3×3 of a ResNet at 14×14, scaled", scaled(1, 256, 256, .same(14, 14, filter: 3))),
      .edge("two pictures of bytes with a scale each", scaled(2, 3, 5, .same(5, 7, filter: 3), isOfBytes: true)),
      .edge("pictures of one pixel", scaled(5, 20, 16, .same(1, 1, filter: 3), isOfBytes: true)),
      .edge("small pictures of bytes", scaled(7, 16, 24, .same(3, 2, filter: 1), hasOneScale: true, isOfBytes: true)),
      .edge("two pictures with a scale each", scaled(2, 3, 5, .same(5, 7, filter: 3))),
      .edge("pictures smaller than a unit", scaled(7, 16, 24, .same(3, 2, filter: 1))),
      .edge("dilated, scaled", scaled(1, 20, 9, .same(9, 8, filter: 3, dilation: 2), hasOneScale: true)),
      .edge("few channels, scaled", scaled(2, 1, 3, .same(8, 9, filter: 5, stride: 2))),
      // Lines of transposed convolutions: one more than the input has, and without the first one.
      .edge(
        "windows over both ends",
        problem(2, 16, 24, Window2D(input: (5, 14), output: (6, 15), filter: (2, 2), stride: (1, 1), padding: (1, 1)))),
      .edge(
        "from the second line on",
        problem(1, 20, 6, Window2D(input: (4, 13), output: (3, 13), filter: (1, 2), stride: (1, 1), padding: (-1, 1)))),
      .edge(
        "wide strides of a single column",
        problem(
          1, 128, 8,
          Window2D(input: (4, 1), output: (4, 1), filter: (1, 1), stride: (1, 1 << 24), padding: (0, 0)))),
      // Code would have a constant of 2^31.
      .edge("the largest stride", problem(1, 128, 8, .same(1, 1, filter: 1, stride: 1 << 24))),
    ]
  }()
}
