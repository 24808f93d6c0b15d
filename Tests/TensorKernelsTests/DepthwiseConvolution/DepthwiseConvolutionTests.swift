import KernelChoice
import TensorKernels
import TestSupport
import Testing

@Suite struct DepthwiseConvolutionTests {
  typealias Problem = DepthwiseConvolution.Problem

  private func run(
    _ kernel: any DepthwiseConvolutionKernel, _ problem: Problem, _ input: [Float], unitsPerCall: Int? = nil
  ) -> [Float] {
    let window = problem.window
    let source = PaddedFloats(input)
    let target = PaddedFloats(
      count: problem.batch * window.outputHeight * window.outputWidth * problem.channels * problem.multiplier)
    for units in cuts(kernel.unitCount, every: unitsPerCall ?? max(kernel.unitCount, 1)) {
      kernel.run(units: units, input: source.pointer, output: target.pointer)
    }
    #expect(target.isBorderIntact, "\(type(of: kernel)) wrote outside the output of \(problem)")
    return target.values
  }

  private func inputCount(_ problem: Problem) -> Int {
    problem.batch * problem.window.inputHeight * problem.window.inputWidth * problem.channels
  }

  private func check(
    _ provider: KernelProvider, _ problem: Problem, _ activation: LayerSample.Activation,
    random: inout SeededGenerator, _ label: String
  ) {
    let candidate = DepthwiseConvolution.family.choice(for: problem, requested: provider)
    guard candidate.supports(problem) else { return }
    let channels = problem.channels * problem.multiplier
    let taps = problem.window.filterHeight * problem.window.filterWidth
    let sample = LayerSample(filterCount: taps * channels, channels: channels, activation: activation, random: &random)
    let input = random.floats(inputCount(problem))
    let reference = DepthwiseConvolution.family.choice(for: problem, requested: .reference)
    let expected = run(sample.make(reference, problem, channels: channels), problem, input)
    let magnitudes = run(sample.magnitudes.make(reference, problem, channels: channels), problem, input.map(abs))
    let found = run(sample.make(candidate, problem, channels: channels), problem, input)
    let difference = Comparison.difference(found, expected) { index in
      sample.tolerance(terms: taps, magnitude: magnitudes[index], channel: index % channels)
    }
    #expect(difference == nil, "\(label), \(activation), seed \(SeededGenerator.runSeed)")
  }

  @Test(arguments: KernelProvider.available)
  func `each channel has its own filter`(provider: KernelProvider) {
    let window = Window2D(input: (1, 3), output: (1, 2), filter: (1, 2), stride: (1, 1), padding: (0, 0))
    let problem = Problem(batch: 1, channels: 2, multiplier: 1, window: window)
    let filter = PaddedFloats([1, 100, 10, 1000])
    let kernel = DepthwiseConvolution.family.choice(for: problem, requested: provider).made(
      problem,
      .floats(LayerWeights(filter: filter.pointer, epilogue: Epilogue(bias: nil, channels: 2, activation: .none))))
    #expect(run(kernel, problem, [1, 2, 3, 4, 5, 6]) == [31, 4200, 53, 6400])
  }

  @Test func `a multiplier of two makes two neighbors of each channel`() {
    let window = Window2D(input: (1, 1), output: (1, 1), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    let problem = Problem(batch: 1, channels: 2, multiplier: 2, window: window)
    let candidate = DepthwiseConvolution.family.choice(for: problem, requested: nil)
    let filter = PaddedFloats([1, 10, 100, 1000])
    let kernel = candidate.made(
      problem,
      .floats(LayerWeights(filter: filter.pointer, epilogue: Epilogue(bias: nil, channels: 4, activation: .none))))
    #expect(run(kernel, problem, [3, 5]) == [3, 30, 500, 5000])
  }

  @Test(arguments: KernelProvider.available)
  func `all kernels agree with the plain loops on every window`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let activations = LayerSample.Activation.allCases
    for (index, sample) in WindowSample.table.enumerated() {
      guard let window = sample.window else { continue }
      let problem = Problem(
        batch: 1 + index % 2, channels: [1, 3, 4, 5, 8, 9, 13, 16, 24, 32, 48][index % 11],
        multiplier: index % 13 == 0 ? 2 : 1, window: window)
      check(provider, problem, activations[index % activations.count], random: &random, "\(sample)")
    }
  }

  @Test(arguments: KernelProvider.available, LayerSample.Activation.allCases)
  func `all kernels agree with the plain loops on every number of channels`(
    provider: KernelProvider, activation: LayerSample.Activation
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (3, 9), output: (3, 9), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    for channels in sizesAroundVectors {
      let problem = Problem(batch: 1, channels: channels, multiplier: 1, window: window)
      check(provider, problem, activation, random: &random, "\(channels) channels")
    }
  }

  @Test(arguments: KernelProvider.available)
  func `results do not depend on how rows are cut`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (9, 11), output: (9, 11), filter: (5, 5), stride: (1, 1), padding: (2, 2))
    for channels in [13, 16] {
      let problem = Problem(batch: 2, channels: channels, multiplier: 1, window: window)
      let sample = LayerSample(filterCount: 25 * channels, channels: channels, activation: .slopes, random: &random)
      let input = random.floats(inputCount(problem))
      let kernel = sample.make(
        DepthwiseConvolution.family.choice(for: problem, requested: provider), problem, channels: channels)
      let whole = run(kernel, problem, input)
      for unitsPerCall in [1, 2, 5, 17] {
        let found = run(kernel, problem, input, unitsPerCall: unitsPerCall)
        #expect(Comparison.bitDifference(found, whole) == nil, "\(unitsPerCall) units a call")
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `a column of equal pixels gives equal results inside and at the border`(provider: KernelProvider) {
    // With one tap, border pixels and blocks of four must agree to the bit.
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (2, 11), output: (2, 11), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    let problem = Problem(batch: 1, channels: 9, multiplier: 1, window: window)
    let sample = LayerSample(filterCount: 9, channels: 9, activation: .none, random: &random)
    let pixel = random.floats(9)
    let kernel = sample.make(
      DepthwiseConvolution.family.choice(for: problem, requested: provider), problem, channels: 9)
    let found = run(kernel, problem, (0..<22).flatMap { _ in pixel })
    let expected = (0..<22).flatMap { _ in Array(found[0..<9]) }
    #expect(Comparison.bitDifference(found, expected) == nil)
  }

  @Test(arguments: KernelProvider.available)
  func `a delta filter returns the picture`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for channels in sizesAroundVectors {
      let window = Window2D(input: (4, 7), output: (4, 7), filter: (3, 3), stride: (1, 1), padding: (1, 1))
      let problem = Problem(batch: 1, channels: channels, multiplier: 1, window: window)
      var filter = [Float](repeating: 0, count: 9 * channels)
      for c in 0..<channels { filter[4 * channels + c] = 1 }
      let padded = PaddedFloats(filter)
      let kernel = DepthwiseConvolution.family.choice(for: problem, requested: provider).made(
        problem,
        .floats(
          LayerWeights(filter: padded.pointer, epilogue: Epilogue(bias: nil, channels: channels, activation: .none))))
      let input = random.floats(inputCount(problem))
      #expect(run(kernel, problem, input) == input)
    }
  }

  @Test(arguments: KernelProvider.available)
  func `no pictures and no pixels give nothing`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (2, 2), output: (2, 2), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    check(
      provider, Problem(batch: 0, channels: 3, multiplier: 1, window: window), .none, random: &random, "no pictures")
    let empty = Window2D(input: (2, 0), output: (2, 0), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    check(
      provider, Problem(batch: 2, channels: 3, multiplier: 1, window: empty), .none, random: &random, "no columns")
  }

  /// The value of an output: the bias, then the taps column by column.
  private func sum(_ problem: Problem, _ sample: LayerSample, _ input: [Float], at output: (y: Int, x: Int, c: Int))
    -> Float
  {
    let window = problem.window
    var sum = sample.bias?[output.c] ?? 0
    for kx in window.columnTaps(output.x) {
      for ky in 0..<window.filterHeight {
        let row = window.firstRow(output.y) + ky * window.dilationY
        let column = window.firstColumn(output.x) + kx * window.dilationX
        let isInside = row >= 0 && row < window.inputHeight
        let value = isInside ? input[(row * window.inputWidth + column) * problem.channels + output.c] : 0
        let weight = sample.filter[(ky * window.filterWidth + kx) * problem.channels + output.c]
        sum = adding(sum, value, times: weight)
      }
    }
    return sum
  }

  @Test(arguments: [(3, 1, 1), (3, 2, 1), (5, 1, 1), (5, 2, 1), (4, 3, 2), (1, 1, 1)], [8, 21])
  func `compiled sums begin with the bias and run column by column`(
    shape: (size: Int, stride: Int, dilation: Int), channels: Int
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let (size, stride, dilation) = shape
    for height in 1...9 {
      let window = Window2D(
        input: (height, 7), output: ((height + stride - 1) / stride, (7 + stride - 1) / stride), filter: (size, size),
        stride: (stride, stride), dilation: (dilation, dilation), padding: (size / 2 * dilation, size / 2 * dilation))
      let problem = Problem(batch: 1, channels: channels, multiplier: 1, window: window)
      let sample = LayerSample(
        filterCount: size * size * channels, channels: channels, activation: .none, random: &random)
      let input = random.floats(inputCount(problem))
      let kernel = sample.make(
        DepthwiseConvolution.family.choice(for: problem, requested: .simd), problem, channels: channels)
      var expected: [Float] = []
      for y in 0..<window.outputHeight {
        for x in 0..<window.outputWidth {
          for c in 0..<channels { expected.append(sum(problem, sample, input, at: (y, x, c))) }
        }
      }
      #expect(run(kernel, problem, input) == expected, "height \(height), seed \(SeededGenerator.runSeed)")
    }
  }
}
