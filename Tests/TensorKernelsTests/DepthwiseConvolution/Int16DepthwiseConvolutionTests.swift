import KernelChoice
import MachineCode
import TensorKernelTrials
import TensorKernels
import TestSupport
import Testing

@Suite struct Int16DepthwiseConvolutionTests {
  typealias Problem = DepthwiseConvolution.Problem

  private static let seed = SeededGenerator.runSeed

  private func problem(_ channels: Int, _ window: Window2D, batch: Int = 1) -> Problem {
    Problem(batch: batch, channels: channels, multiplier: 1, window: window, .int16(inputLimit: 6))
  }

  private func integers(_ problem: Problem, _ sample: LayerSample) -> Int16DepthwiseWeights? {
    sample.filter.withUnsafeBufferPointer { filter in
      filter.baseAddress.flatMap {
        Int16DepthwiseWeights(
          .floats(LayerWeights(filter: $0, epilogue: sample.epilogue(channels: problem.channels))), problem)
      }
    }
  }

  private func sample(_ problem: Problem, random: inout SeededGenerator) -> LayerSample {
    let (channels, window) = (problem.channels, problem.window)
    return LayerSample(
      filterCount: channels * window.filterHeight * window.filterWidth, channels: channels, activation: .relu6,
      random: &random)
  }

  private func counts(_ problem: Problem) -> (input: Int, output: Int) {
    let (window, values) = (problem.window, problem.batch * problem.channels)
    return (values * window.inputHeight * window.inputWidth, values * window.outputHeight * window.outputWidth)
  }

  private func kernel(
    _ provider: KernelProvider, _ problem: Problem, _ sample: LayerSample
  ) -> any DepthwiseConvolutionKernel {
    sample.make(
      DepthwiseConvolution.family.choice(for: problem, requested: provider), problem, channels: problem.channels)
  }

  /// The output of a kernel's units in a given order, between inaccessible pages.
  private func run(
    _ kernel: any DepthwiseConvolutionKernel, _ problem: Problem, _ input: [Int16], order: [Range<Int>]? = nil,
    against side: PageEndFloats.Side = .end
  ) throws -> [Int16] {
    let source = try #require(PageEndFloats(Self.floats(input), against: side))
    let target = try #require(
      PageEndFloats([Float](repeating: .nan, count: counts(problem).output / 2), against: side))
    let inputs: [UnsafeMutableRawPointer?] = [UnsafeMutableRawPointer(mutating: source.pointer)]
    let outputs: [UnsafeMutableRawPointer?] = [UnsafeMutableRawPointer(target.pointer)]
    let scratch = PaddedFloats(count: kernel.scratchCount)
    inputs.withUnsafeBufferPointer { inputs in
      outputs.withUnsafeBufferPointer { outputs in
        guard let first = inputs.baseAddress, let result = outputs.baseAddress else { return }
        let operands = KernelOperands(inputs: first, outputs: result, scratch: scratch.pointer)
        for units in order ?? [0..<kernel.unitCount] { kernel.run(units: units, operands) }
      }
    }
    return withExtendedLifetime(source) {
      target.values.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
  }

  /// Two integers fill a float.
  private static func floats(_ integers: [Int16]) -> [Float] {
    integers.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  private func input(_ problem: Problem, random: inout SeededGenerator) -> [Int16] {
    random.floats(counts(problem).input).map { Int16(abs($0) * 32767) }
  }

  @Test(arguments: KernelProvider.available.filter { $0 != .reference })
  func `all kernels compute the same as the plain loops on every window`(provider: KernelProvider) throws {
    var random = SeededGenerator(seed: Self.seed)
    for (index, shape) in WindowSample.table.enumerated() where shape.dilation == (1, 1) {
      guard let window = shape.window else { continue }
      for channels in [[8, 16, 24], [32, 40], [48, 56], [64, 72, 96]][index % 4] {
        let problem = problem(channels, window, batch: 1 + index % 2)
        let sample = sample(problem, random: &random)
        let input = input(problem, random: &random)
        let expected = try run(kernel(.reference, problem, sample), problem, input)
        let found = kernel(provider, problem, sample)
        #expect(try run(found, problem, input) == expected, "\(shape), \(channels) channels, seed \(Self.seed)")
        let units = (0..<found.unitCount).map { $0..<$0 + 1 }
        #expect(try run(found, problem, input, order: units.reversed(), against: .start) == expected, "\(shape)")
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `a result is that of float32 between the limits, to half a step and what the weights' steps make`(
    provider: KernelProvider
  ) throws {
    var random = SeededGenerator(seed: Self.seed)
    for (size, stride) in [(5, 1), (3, 2)] {
      let window = Window2D.same(9, 14, filter: size, stride: stride)
      let problem = problem(48, window)
      let sample = sample(problem, random: &random)
      let input = input(problem, random: &random)
      let found = try run(kernel(provider, problem, sample), problem, input)
      let floats = input.map { Float($0) * (6 / 32767) }
      let exact = kernel(.reference, problem.with(.floats), sample)
      let (source, target) = (PaddedFloats(floats), PaddedFloats(count: found.count))
      exact.run(units: 0..<exact.unitCount, input: source.pointer, output: target.pointer)
      #expect(Set(found).count > 100, "the limits hide nothing")
      for (value, wanted) in zip(found, target.values) {
        // 25 taps of at most 1 add up to 2^16: a step of 2^-11 or less in each weight, times 6.
        #expect(abs(Float(value) * (6 / 8191) - wanted) <= 6 / 8191 / 2 + Float(size * size) * 6 / 4096 / 2)
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `the largest sums do not overflow`(provider: KernelProvider) throws {
    for size in [1, 5, 9] {
      let window = Window2D(
        input: (size, size), output: (1, 1), filter: (size, size), stride: (1, 1), padding: (0, 0))
      let problem = problem(16, window)
      for (weight, wanted) in [(Float(4), Int16(8191)), (-4, 0)] {
        let sample = LayerSample(
          filter: [Float](repeating: weight, count: 16 * size * size), bias: [Float](repeating: 0, count: 16),
          activation: .relu6)
        let input = [Int16](repeating: 32767, count: counts(problem).input)
        let found = try run(kernel(provider, problem, sample), problem, input)
        #expect(found == [Int16](repeating: wanted, count: 16))
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `a bias that is not a number counts as zero`(provider: KernelProvider) throws {
    let problem = problem(16, .same(3, 3, filter: 3))
    let filter = [Float](repeating: 1, count: 9 * 16)
    for (bias, wanted) in [(Float.nan, Int16(0)), (-.infinity, 0), (.infinity, 8191)] {
      let sample = LayerSample(filter: filter, bias: [Float](repeating: bias, count: 16), activation: .relu6)
      let found = try run(
        kernel(provider, problem, sample), problem, [Int16](repeating: 9, count: 144))
      #expect(found == [Int16](repeating: wanted, count: 144))
    }
  }

  @Test func `what is not bounded, or 16 bits cannot represent, has no weights`() {
    let problem = problem(8, .same(2, 2, filter: 1))
    let bias = [Float](repeating: 0, count: 8)
    for activation in [LayerSample.Activation.none, .relu, .reluMinus1To1, .slopes] {
      let sample = LayerSample(filter: [Float](repeating: 1, count: 8), bias: bias, activation: activation)
      #expect(integers(problem, sample) == nil, "\(activation)")
    }
    for value in [Float.nan, .infinity, 0x1p61, 0x1p-61] {
      let filter = [1, 2, 3, value, 0, 0, 0, 0]
      #expect(integers(problem, LayerSample(filter: filter, bias: bias, activation: .relu6)) == nil)
    }
  }
}
