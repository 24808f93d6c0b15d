import KernelChoice
import TensorKernels
import TestSupport
import Testing

@Suite struct ConvolutionTests {
  typealias Problem = Convolution.Problem

  private func run(
    _ kernel: any UnitKernel, _ problem: Problem, _ input: [Float], unitsPerCall: Int? = nil
  ) -> [Float] {
    let window = problem.window
    let source = PaddedFloats(input)
    let target = PaddedFloats(
      count: problem.batch * window.outputHeight * window.outputWidth * problem.outputChannels)
    let scratch = PaddedFloats(count: kernel.scratchCount)
    for units in cuts(kernel.unitCount, every: unitsPerCall ?? max(kernel.unitCount, 1)) {
      kernel.run(units: units, input: source.pointer, output: target.pointer, scratch: scratch.pointer)
    }
    #expect(target.isBorderIntact, "\(type(of: kernel)) wrote outside the output of \(problem)")
    #expect(scratch.isBorderIntact, "\(type(of: kernel)) wrote outside the scratch of \(problem)")
    return target.values
  }

  private func depth(_ problem: Problem) -> Int {
    problem.window.filterHeight * problem.window.filterWidth * problem.inputChannels
  }

  private func inputCount(_ problem: Problem) -> Int {
    problem.batch * problem.window.inputHeight * problem.window.inputWidth * problem.inputChannels
  }

  private func check(
    _ provider: KernelProvider, _ problem: Problem, _ activation: LayerSample.Activation,
    random: inout SeededGenerator, _ label: String
  ) {
    let channels = problem.outputChannels
    let sample = LayerSample(
      filterCount: channels * depth(problem), channels: channels, activation: activation, random: &random)
    let input = random.floats(inputCount(problem))
    let reference = Convolution.family.choice(for: problem, requested: .reference)
    let expected = run(sample.make(reference, problem, channels: channels), problem, input)
    let magnitudes = run(sample.magnitudes.make(reference, problem, channels: channels), problem, input.map(abs))
    let found = run(
      sample.make(Convolution.family.choice(for: problem, requested: provider), problem, channels: channels), problem,
      input)
    let difference = Comparison.difference(found, expected) { index in
      sample.tolerance(terms: depth(problem), magnitude: magnitudes[index], channel: index % channels)
    }
    #expect(difference == nil, "\(label), \(activation), seed \(SeededGenerator.runSeed)")
  }

  /// Whose patches are the input's pixels, copies of one row, and segments.
  @Test(arguments: KernelProvider.available, [(1, 1), (1, 3), (3, 3)])
  func `filters stored as halves give the bits of their floats`(
    provider: KernelProvider, size: (height: Int, width: Int)
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(
      input: (7, 9), output: (7, 9), filter: size, stride: (1, 1), padding: (size.height / 2, size.width / 2))
    let problem = Problem(batch: 1, inputChannels: 130, outputChannels: 104, window: window)
    let (sample, halves) = LayerSample(
      filterCount: 104 * depth(problem), channels: 104, activation: .relu6, random: &random
    ).ofHalves(random: &random)
    let input = random.floats(inputCount(problem))
    let candidate = Convolution.family.choice(for: problem, requested: provider)
    let expected = run(sample.make(candidate, problem, channels: 104), problem, input)
    let kernel = sample.make(candidate, problem, channels: 104, halves: halves)
    #expect(run(kernel, problem, input).map { $0.bitPattern } == expected.map { $0.bitPattern })
    let inUnits = run(kernel, problem, input, unitsPerCall: 1)
    #expect(inUnits.map { $0.bitPattern } == expected.map { $0.bitPattern })
  }

  @Test(arguments: KernelProvider.available)
  func `a 2 by 2 filter slides over a 3 by 3 picture`(provider: KernelProvider) {
    let window = Window2D(input: (3, 3), output: (2, 2), filter: (2, 2), stride: (1, 1), padding: (0, 0))
    let problem = Problem(batch: 1, inputChannels: 1, outputChannels: 1, window: window)
    let filter = PaddedFloats([1, 0, 0, 10])
    let kernel = Convolution.family.choice(for: problem, requested: provider).made(
      problem, LayerWeights(filter: filter.pointer, epilogue: Epilogue(bias: nil, channels: 1, activation: .none)))
    #expect(run(kernel, problem, [1, 2, 3, 4, 5, 6, 7, 8, 9]) == [51, 62, 84, 95])
  }

  @Test(arguments: KernelProvider.available)
  func `a filter row holds the taps of one output channel, channels innermost`(provider: KernelProvider) {
    let window = Window2D(input: (1, 2), output: (1, 1), filter: (1, 2), stride: (1, 1), padding: (0, 0))
    let problem = Problem(batch: 1, inputChannels: 2, outputChannels: 2, window: window)
    let filter = PaddedFloats([1, 10, 100, 1000, 0, 0, 0, 1])
    let kernel = Convolution.family.choice(for: problem, requested: provider).made(
      problem, LayerWeights(filter: filter.pointer, epilogue: Epilogue(bias: nil, channels: 2, activation: .none)))
    #expect(run(kernel, problem, [1, 2, 3, 4]) == [4321, 4])
  }

  @Test(arguments: KernelProvider.available)
  func `all kernels agree with the plain loops on every window`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let activations = LayerSample.Activation.allCases
    for (index, sample) in WindowSample.table.enumerated() {
      guard let window = sample.window else { continue }
      let problem = Problem(
        batch: 1 + index % 2, inputChannels: [1, 3, 4][index % 3], outputChannels: [1, 5, 8, 9][index % 4],
        window: window)
      check(provider, problem, activations[index % activations.count], random: &random, "\(sample)")
    }
  }

  @Test(arguments: KernelProvider.available, LayerSample.Activation.allCases)
  func `all kernels agree with the plain loops on every number of channels`(
    provider: KernelProvider, activation: LayerSample.Activation
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (3, 4), output: (2, 2), filter: (2, 2), stride: (2, 2), padding: (1, 0))
    let pointwise = Window2D(input: (2, 3), output: (2, 3), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    for channels in sizesAroundVectors {
      for window in [window, pointwise] {
        let wide = Problem(batch: 1, inputChannels: 3, outputChannels: channels, window: window)
        check(provider, wide, activation, random: &random, "\(channels) output channels")
        let deep = Problem(batch: 1, inputChannels: channels, outputChannels: 5, window: window)
        check(provider, deep, activation, random: &random, "\(channels) input channels")
      }
    }
  }

  @Test(arguments: KernelProvider.available.filter { $0 != .blas })
  func `results do not depend on how units are cut`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (21, 23), output: (21, 23), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    let problem = Problem(batch: 2, inputChannels: 5, outputChannels: 9, window: window)
    let sample = LayerSample(filterCount: 9 * 45, channels: 9, activation: .relu, random: &random)
    let input = random.floats(inputCount(problem))
    let kernel = sample.make(Convolution.family.choice(for: problem, requested: provider), problem, channels: 9)
    #expect(kernel.unitCount > 3)
    let whole = run(kernel, problem, input)
    for unitsPerCall in [1, 2, 3, kernel.unitCount - 1] {
      let found = run(kernel, problem, input, unitsPerCall: unitsPerCall)
      #expect(Comparison.bitDifference(found, whole) == nil, "\(unitsPerCall) units a call")
    }
  }

  @Test(arguments: KernelProvider.available)
  func `patches larger than the scratch limit are taken one at a time`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (1, 3), output: (1, 2), filter: (1, 2), stride: (1, 1), padding: (0, 0))
    let problem = Problem(batch: 1, inputChannels: 40_000, outputChannels: 2, window: window)
    check(provider, problem, .none, random: &random, "80000 taps")
  }

  @Test(arguments: KernelProvider.available)
  func `a delta filter returns the picture`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let channels = 5
    let window = Window2D(input: (6, 7), output: (6, 7), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    let problem = Problem(batch: 2, inputChannels: channels, outputChannels: channels, window: window)
    var filter = [Float](repeating: 0, count: channels * 9 * channels)
    for o in 0..<channels { filter[(o * 9 + 4) * channels + o] = 1 }
    let padded = PaddedFloats(filter)
    let kernel = Convolution.family.choice(for: problem, requested: provider).made(
      problem,
      LayerWeights(filter: padded.pointer, epilogue: Epilogue(bias: nil, channels: channels, activation: .none)))
    let input = random.floats(inputCount(problem))
    #expect(run(kernel, problem, input) == input)
  }

  @Test(arguments: KernelProvider.available)
  func `a 1 by 1 convolution is a matrix product`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (3, 5), output: (3, 5), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    let problem = Problem(batch: 1, inputChannels: 9, outputChannels: 7, window: window)
    let product = MatrixMultiply.Problem(rows: 15, columns: 7, depth: 9)
    let sample = LayerSample(filterCount: 63, channels: 7, activation: .relu6, random: &random)
    let input = random.floats(15 * 9)
    let found = run(
      sample.make(Convolution.family.choice(for: problem, requested: provider), problem, channels: 7), problem, input)
    let matrix = sample.make(MatrixMultiply.family.choice(for: product, requested: provider), product, channels: 7)
    let source = PaddedFloats(input)
    let target = PaddedFloats(count: 15 * 7)
    matrix.run(rows: 15, input: source.pointer, addend: nil, output: target.pointer)
    #expect(Comparison.bitDifference(found, target.values) == nil)
  }

  @Test(arguments: KernelProvider.available)
  func `no pictures and no pixels give nothing`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (2, 2), output: (2, 2), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    check(
      provider, Problem(batch: 0, inputChannels: 3, outputChannels: 4, window: window), .none, random: &random,
      "no pictures")
    let empty = Window2D(input: (0, 2), output: (0, 2), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    check(
      provider, Problem(batch: 2, inputChannels: 3, outputChannels: 4, window: empty), .none, random: &random,
      "no rows")
  }
}
