import KernelChoice
import MachineCode
import TensorKernelTrials
import TensorKernels
import TestSupport
import Testing

@Suite struct Int16ConvolutionTests {
  private static let seed = SeededGenerator.runSeed

  private func integers(_ problem: Convolution.Problem, _ sample: LayerSample) -> Int16Convolution.Weights? {
    sample.filter.withUnsafeBufferPointer { filter in
      filter.baseAddress.flatMap {
        Int16Convolution.Weights(
          LayerWeights(filter: $0, epilogue: sample.epilogue(channels: problem.outputChannels)),
          Int16Convolution.Problem(problem))
      }
    }
  }

  /// The output of a kernel's units in a given order, with memory around it that must not change.
  private func run(
    _ kernel: any UnitKernel, _ problem: Convolution.Problem, _ input: [Float], order: [Range<Int>]? = nil,
    emitted: Bool = false
  ) -> [Float] {
    let count = problem.batch * problem.window.outputHeight * problem.window.outputWidth * problem.outputChannels
    let (source, target) = (PaddedFloats(input), PaddedFloats(count: count))
    let scratch = PaddedFloats(count: kernel.scratchCount)
    let inputs: [UnsafeMutableRawPointer?] = [UnsafeMutableRawPointer(mutating: source.pointer)]
    let outputs: [UnsafeMutableRawPointer?] = [UnsafeMutableRawPointer(target.pointer)]
    inputs.withUnsafeBufferPointer { inputs in
      outputs.withUnsafeBufferPointer { outputs in
        guard let first = inputs.baseAddress, let result = outputs.baseAddress else { return }
        let operands = KernelOperands(inputs: first, outputs: result, scratch: scratch.pointer)
        for units in order ?? [0..<kernel.unitCount] {
          if emitted, let calls = kernel.calls(units: units, operands) {
            for call in calls { call.run() }
          } else {
            kernel.run(units: units, operands)
          }
        }
      }
    }
    #expect(target.isBorderIntact && scratch.isBorderIntact, "\(type(of: kernel)) wrote outside of \(problem)")
    return (0..<count).map { target.pointer[$0] }
  }

  private func kernel(
    _ provider: KernelProvider, _ problem: Convolution.Problem, _ weights: Int16Convolution.Weights
  ) -> any UnitKernel {
    Int16Convolution.family.kernel(
      for: Int16Convolution.Problem(problem), weights: weights, requested: provider, code: CodeAllocator()
    ).kernel
  }

  /// Pictures of three channels around the sizes of vectors, with borders on every side or none.
  private static let windows: [Window2D] = [
    .same(9, 13, filter: 3), .same(16, 11, filter: 5, stride: 2), .same(7, 30, filter: 3, stride: 3),
    .same(5, 4, filter: 7), .same(12, 64, filter: 5, stride: 2), .same(3, 1, filter: 3),
  ]

  @Test(arguments: KernelProvider.available.filter { $0 != .reference })
  func `all kernels compute the same as the plain loops, in any order of units`(provider: KernelProvider) throws {
    var random = SeededGenerator(seed: Self.seed)
    var count = 0
    for window in Self.windows {
      for columns in [8, 16, 24, 32, 40] {
        let problem = Convolution.Problem(batch: 2, inputChannels: 3, outputChannels: columns, window: window)
        let sample = LayerSample(
          filterCount: columns * window.filterHeight * window.filterWidth * 3, channels: columns,
          activation: LayerSample.Activation.allCases[count % LayerSample.Activation.allCases.count], random: &random)
        let weights = try #require(integers(problem, sample))
        let input = random.floats(2 * window.inputHeight * window.inputWidth * 3)
        let expected = run(kernel(.reference, problem, weights), problem, input)
        let found = kernel(provider, problem, weights)
        let units = (0..<found.unitCount).map { $0..<$0 + 1 }
        for emitted in [false, true] {
          #expect(run(found, problem, input, emitted: emitted) == expected, "\(problem), seed \(Self.seed)")
          #expect(run(found, problem, input, order: units.reversed(), emitted: emitted) == expected)
        }
        count += 1
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `a result is near that of float32`(provider: KernelProvider) throws {
    var random = SeededGenerator(seed: Self.seed)
    let window = Window2D.same(20, 24, filter: 5, stride: 2)
    let problem = Convolution.Problem(batch: 1, inputChannels: 3, outputChannels: 32, window: window)
    let sample = LayerSample(filterCount: 32 * 75, channels: 32, activation: .none, random: &random)
    let input = random.floats(20 * 24 * 3)
    let exact = Convolution.family.kernels.last.map {
      run(sample.make($0, problem, channels: 32), problem, input)
    }
    let found = run(kernel(provider, problem, try #require(integers(problem, sample))), problem, input)
    // 75 terms of at most 1 · 1: half a step of 1 / 8191 in each value, and of the weights' scale.
    for (value, expected) in zip(found, try #require(exact)) { #expect(abs(value - expected) < 75 * 1.5e-4) }
  }

  @Test(arguments: KernelProvider.available)
  func `output rows over numbers that cannot be converted have float32 sums, and the others are as without them`(
    provider: KernelProvider
  ) throws {
    var random = SeededGenerator(seed: Self.seed)
    let window = Window2D.same(12, 10, filter: 3)
    let problem = Convolution.Problem(batch: 1, inputChannels: 3, outputChannels: 8, window: window)
    let sample = LayerSample(filterCount: 8 * 27, channels: 8, activation: .none, random: &random)
    let kernel = kernel(provider, problem, try #require(integers(problem, sample)))
    let plain = random.floats(12 * 10 * 3)
    let expected = run(kernel, problem, plain)
    for value in [Float.nan, .infinity, 0x1p101] {
      var input = plain
      input[(5 * 10 + 4) * 3 + 1] = value
      for emitted in [false, true] {
        let found = run(kernel, problem, input, emitted: emitted)
        for y in 0..<12 {
          for x in 0..<10 {
            let place = (y * 10 + x) * 8
            let pixel = found[place..<place + 8]
            if (4...6).contains(y), (3...5).contains(x) {
              #expect(pixel.allSatisfy { !$0.isFinite || abs($0) > 0x1p80 })
            } else if (4...6).contains(y) {
              for (value, wanted) in zip(pixel, expected[place...]) { #expect(abs(value - wanted) < 0.01) }
            } else {
              #expect(pixel == expected[place..<place + 8])
            }
          }
        }
      }
    }
  }

  @Test func `what is not a picture of few channels stays in float32`() {
    func kernel(_ channels: Int, _ outputs: Int, _ window: Window2D, hasAddend: Bool = false, groups: Int = 1) -> Bool {
      let problem = Convolution.Problem(
        batch: 1, inputChannels: channels, outputChannels: outputs, window: window, hasAddend: hasAddend, groups: groups
      )
      let filter = [Float](repeating: 0.5, count: outputs * window.filterHeight * window.filterWidth * channels)
      return filter.withUnsafeBufferPointer { filter in
        filter.baseAddress.flatMap {
          Int16Convolution.kernel(
            for: problem,
            weights: LayerWeights(filter: $0, epilogue: Epilogue(bias: nil, channels: outputs, activation: .none)),
            requested: .reference, code: CodeAllocator())
        } != nil
      }
    }
    #expect(kernel(3, 32, .same(8, 8, filter: 3)))
    #expect(!kernel(3, 8, .same(8, 8, filter: 3)), "few outputs")
    #expect(!kernel(64, 32, .same(8, 8, filter: 3)), "many channels")
    #expect(!kernel(32, 32, .same(8, 8, filter: 1)), "pointwise")
    #expect(!kernel(3, 32, .same(8, 8, filter: 3, dilation: 2)), "dilated")
    #expect(!kernel(3, 32, .same(8, 8, filter: 3), hasAddend: true), "residual")
    let above = Window2D(
      input: (2, 8), output: (9, 8), filter: (3, 3), stride: (1, 1), padding: (top: 5, left: 1))
    #expect(!kernel(3, 32, above), "rows that see nothing of the picture")
    let beside = Window2D(
      input: (8, 2), output: (8, 9), filter: (3, 3), stride: (1, 1000), padding: (top: 1, left: 1))
    #expect(!kernel(3, 32, beside), "columns that see nothing of the picture")
  }
}
