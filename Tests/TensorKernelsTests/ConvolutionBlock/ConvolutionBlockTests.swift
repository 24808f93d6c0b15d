import KernelChoice
import MachineCode
import TensorKernelTrials
import TensorKernels
import TestSupport
import Testing

/// Blocks compared with the three convolutions one by one. OpenBLAS is left out: it may add in a different order for a
/// different number of rows, and no block is made for it.
@Suite struct ConvolutionBlockTests {
  static let providers = KernelProvider.available.filter { $0 != .blas }

  /// A block with the weights of its convolutions, and the same convolutions one by one.
  private struct Sample {
    let problem: ConvolutionBlock.Problem
    let provider: KernelProvider
    let expand: LayerSample, depthwise: LayerSample, project: LayerSample

    /// Channels: of the input, between the convolutions, of the output. Without the outer ones, those of the input or
    /// the output are those in between.
    init(
      _ window: Window2D, batch: Int, channels: (Int, Int, Int), expands: Bool, projects: Bool, hasAddend: Bool,
      _ provider: KernelProvider, areIntegers: Bool = false, random: inout SeededGenerator
    ) {
      func pointwise(_ height: Int, _ width: Int) -> Window2D {
        Window2D(
          input: (height, width), output: (height, width), filter: (1, 1), stride: (1, 1), padding: (0, 0))
      }
      self.provider = provider
      var problem = ConvolutionBlock.Problem(
        expand: expands
          ? Convolution.Problem(
            batch: batch, inputChannels: channels.0, outputChannels: channels.1,
            window: pointwise(window.inputHeight, window.inputWidth)) : nil,
        depthwise: DepthwiseConvolution.Problem(batch: batch, channels: channels.1, multiplier: 1, window: window),
        project: projects
          ? Convolution.Problem(
            batch: batch, inputChannels: channels.1, outputChannels: channels.2,
            window: pointwise(window.outputHeight, window.outputWidth), hasAddend: hasAddend) : nil)
      let taps = window.filterHeight * window.filterWidth
      expand = LayerSample(
        filterCount: channels.0 * channels.1, channels: channels.1, activation: .relu6, random: &random)
      depthwise = LayerSample(
        filterCount: taps * channels.1, channels: channels.1, activation: areIntegers ? .relu6 : .slopes,
        random: &random)
      project = LayerSample(
        filterCount: channels.1 * channels.2, channels: channels.2, activation: .none, random: &random)
      if areIntegers {
        problem.limits = ConvolutionBlock.Problem.Limits(
          .clamp(lower: 0, upper: 6), .clamp(lower: 0, upper: 6))
      }
      self.problem = problem
    }

    private var window: Window2D { problem.depthwise.window }
    var inputCount: Int {
      problem.depthwise.batch * window.inputHeight * window.inputWidth
        * (problem.expand?.inputChannels ?? problem.depthwise.channels)
    }
    var outputCount: Int {
      problem.depthwise.batch * window.outputHeight * window.outputWidth
        * (problem.project?.outputChannels ?? problem.depthwise.channels)
    }

    func block() -> ConvolutionBlock {
      func weights(_ sample: LayerSample, _ filter: PaddedFloats, _ channels: Int?) -> LayerWeights? {
        channels.map { LayerWeights(filter: filter.pointer, epilogue: sample.epilogue(channels: $0)) }
      }
      let filters = [expand, depthwise, project].map { PaddedFloats($0.filter) }
      return withExtendedLifetime(filters) {
        ConvolutionBlock.family.kernel(
          for: problem,
          weights: ConvolutionBlock.Weights(
            expand: weights(expand, filters[0], problem.expand?.outputChannels),
            depthwise: LayerWeights(
              filter: filters[1].pointer, epilogue: depthwise.epilogue(channels: problem.depthwise.channels)),
            project: weights(project, filters[2], problem.project?.outputChannels)),
          requested: provider, code: CodeAllocator()
        ).kernel
      }
    }

    /// The convolutions, one after another.
    func oneByOne(_ input: [Float], _ addend: [Float]) -> [Float] {
      if problem.limits != nil { return integersOneByOne(input, addend) }
      var values = input
      if let problem = problem.expand { values = run(problem, expand, values, addend) }
      let kernel = depthwise.make(
        DepthwiseConvolution.family.choice(for: problem.depthwise, requested: provider), problem.depthwise,
        channels: problem.depthwise.channels)
      let source = PaddedFloats(values)
      let target = PaddedFloats(
        count: problem.depthwise.batch * window.outputHeight * window.outputWidth * problem.depthwise.channels)
      kernel.run(units: 0..<kernel.unitCount, input: source.pointer, output: target.pointer)
      values = target.values
      if let problem = problem.project { values = run(problem, project, values, addend) }
      return values
    }

    /// The same in integers, by the plain loops.
    private func integersOneByOne(_ input: [Float], _ addend: [Float]) -> [Float] {
      guard let first = problem.expand, let last = problem.project else { return [] }
      let channels = problem.depthwise.channels
      let filters = [expand, depthwise, project].map { PaddedFloats($0.filter) }
      func weights(_ index: Int, _ sample: LayerSample, _ channels: Int) -> LayerWeights {
        LayerWeights(filter: filters[index].pointer, epilogue: sample.epilogue(channels: channels))
      }
      func product(
        _ product: Int16MatrixMultiply.Problem, _ weights: LayerWeights, _ input: PaddedFloats, _ count: Int
      ) -> PaddedFloats? {
        guard let weights = Int16MatrixMultiply.Weights(weights, product, inputLimit: 6) else { return nil }
        let kernel = product.rows(
          Int16MatrixMultiply.family.kernel(
            for: product, weights: weights, requested: .reference, code: CodeAllocator()
          ).kernel)
        return run(kernel, input, addend, count)
      }
      let middle = problem.depthwise.with(.int16(inputLimit: 6))
      guard
        let expanded = product(
          Int16MatrixMultiply.Problem(first.matrixProblem, output: .integers), weights(0, expand, channels),
          PaddedFloats(input), input.count / first.inputChannels * channels / 2),
        let result = product(
          Int16MatrixMultiply.Problem(last.matrixProblem, input: .integers), weights(2, project, last.outputChannels),
          run(
            DepthwiseConvolution.family.kernel(
              for: middle, weights: .floats(weights(1, depthwise, channels)), requested: .reference,
              code: CodeAllocator()
            ).kernel, expanded, addend, outputCount / last.outputChannels * channels / 2), outputCount)
      else { return [] }
      return withExtendedLifetime(filters) { result.values }
    }

    private func run(
      _ kernel: any UnitKernel, _ input: PaddedFloats, _ addend: [Float], _ count: Int
    ) -> PaddedFloats {
      let (added, target) = (PaddedFloats(addend), PaddedFloats(count: count))
      let scratch = PaddedFloats(count: kernel.scratchCount)
      let inputs: [UnsafeMutableRawPointer?] = [input, added].map { UnsafeMutableRawPointer($0.pointer) }
      let outputs: [UnsafeMutableRawPointer?] = [UnsafeMutableRawPointer(target.pointer)]
      inputs.withUnsafeBufferPointer { inputs in
        outputs.withUnsafeBufferPointer { outputs in
          guard let first = inputs.baseAddress, let result = outputs.baseAddress else { return }
          kernel.run(
            units: 0..<kernel.unitCount,
            KernelOperands(inputs: first, outputs: result, scratch: scratch.pointer))
        }
      }
      return withExtendedLifetime((input, added, scratch)) { target }
    }

    private func run(
      _ problem: Convolution.Problem, _ sample: LayerSample, _ input: [Float], _ addend: [Float]
    ) -> [Float] {
      let kernel = sample.make(
        Convolution.family.choice(for: problem, requested: provider), problem, channels: problem.outputChannels)
      let source = PaddedFloats(input)
      let added = PaddedFloats(addend)
      let target = PaddedFloats(count: input.count / problem.inputChannels * problem.outputChannels)
      let scratch = PaddedFloats(count: kernel.scratchCount)
      kernel.run(
        units: 0..<kernel.unitCount, input: source.pointer, addend: problem.hasAddend ? added.pointer : nil,
        output: target.pointer, scratch: scratch.pointer)
      return withExtendedLifetime((scratch, added)) { target.values }
    }
  }

  /// The outputs of a block whose tensors and scratch are next to inaccessible pages, with a scratch of NaNs for each
  /// call.
  private func outputs(
    of sample: Sample, _ input: [Float], _ addend: [Float], unitsPerCall: Int?, against side: PageEndFloats.Side = .end
  ) throws -> [Float] {
    let block = sample.block()
    let source = try #require(PageEndFloats(input, against: side))
    let added = try #require(PageEndFloats(addend, against: side))
    let target = try #require(
      PageEndFloats([Float](repeating: .nan, count: sample.outputCount), against: side))
    for units in cuts(block.unitCount, every: unitsPerCall ?? max(block.unitCount, 1)) {
      let scratch = try #require(
        PageEndFloats([Float](repeating: .nan, count: block.scratchCount), against: side))
      block.run(
        units: units, input: source.pointer,
        addend: sample.problem.project?.hasAddend == true ? added.pointer : nil, output: target.pointer,
        scratch: scratch.pointer)
      withExtendedLifetime(scratch) {}
    }
    return withExtendedLifetime((source, added)) { target.values }
  }

  private func check(_ sample: Sample, random: inout SeededGenerator, _ label: String) throws {
    let input = random.floats(sample.inputCount)
    let addend = random.floats(sample.outputCount)
    let expected = sample.oneByOne(input, addend)
    for unitsPerCall in [nil, 1, 3] as [Int?] {
      let found = try outputs(of: sample, input, addend, unitsPerCall: unitsPerCall)
      #expect(Comparison.bitDifference(found, expected) == nil, "\(label), cut \(unitsPerCall ?? 0)")
    }
    let found = try outputs(of: sample, input, addend, unitsPerCall: 2, against: .start)
    #expect(Comparison.bitDifference(found, expected) == nil, "\(label), cut 2")
  }

  @Test(arguments: providers)
  func `a block gives the bits of its parts on every window`(provider: KernelProvider) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (index, shape) in WindowSample.table.enumerated() where index % 3 == 0 {
      guard let window = shape.window else { continue }
      let sample = Sample(
        window, batch: 1 + index % 2, channels: ([3, 8, 17][index % 3], [8, 16, 24, 5, 32][index % 5], 7),
        expands: true, projects: true, hasAddend: index % 4 < 2, provider, random: &random)
      try check(sample, random: &random, "\(shape)")
    }
  }

  @Test(arguments: providers, [(true, true), (true, false), (false, true)])
  func `a block of many bands gives the bits of its parts`(
    provider: KernelProvider, parts: (expands: Bool, projects: Bool)
  ) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (size, filter, stride, dilation, padding) in [
      ((23, 28), 3, 1, 1, (1, 1, 1, 1)), ((24, 26), 3, 2, 1, (0, 1, 0, 1)), ((19, 25), 5, 1, 1, (2, 2, 2, 2)),
      ((21, 50), 5, 2, 1, (1, 2, 1, 2)), ((23, 27), 3, 1, 3, (3, 3, 3, 3)), ((20, 30), 3, 1, 1, (0, 0, 0, 0)),
      ((20, 30), 1, 3, 1, (0, 0, 0, 0)), ((9, 60), 3, 1, 1, (12, 7, 1, 1)),
    ] {
      let shape = WindowSample(
        input: size, filter: (filter, filter), stride: (stride, stride), dilation: (dilation, dilation),
        padding: padding)
      let window = try #require(shape.window)
      for batch in 1...2 {
        let sample = Sample(
          window, batch: batch, channels: (9, batch * 16, 10), expands: parts.expands, projects: parts.projects,
          hasAddend: parts.projects && batch == 1, provider, random: &random)
        try check(sample, random: &random, "\(shape), batch \(batch)")
      }
    }
  }

  @Test(arguments: providers, [3, 5])
  func `a block of integers gives the bits of its parts, in any bands`(provider: KernelProvider, filter: Int) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (size, stride, batch) in [((23, 28), 1, 1), ((24, 32), 2, 2), ((9, 64), 1, 2)] {
      let sample = Sample(
        .same(size.0, size.1, filter: filter, stride: stride), batch: batch, channels: (16, 24 + 16 * batch, 24),
        expands: true, projects: true, hasAddend: batch == 1, provider, areIntegers: true, random: &random)
      try check(sample, random: &random, "\(size), stride \(stride)")
    }
  }

  @Test func `no pictures give nothing`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (4, 4), output: (4, 4), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    let sample = Sample(
      window, batch: 0, channels: (3, 16, 4), expands: true, projects: true, hasAddend: false, .reference,
      random: &random)
    #expect(try outputs(of: sample, [], [], unitsPerCall: nil) == [])
  }

  @Test(.enabled(if: KernelProvider.available.contains(.machineCode), "no code can be emitted here"))
  func `an emitted block holds a few rows, not the picture`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (56, 56), output: (56, 56), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    let sample = Sample(
      window, batch: 1, channels: (24, 144, 24), expands: true, projects: true, hasAddend: false, .machineCode,
      random: &random)
    #expect(sample.block().scratchCount <= 12 * 56 * 144)
    #expect(sample.block().unitCount >= 14)
  }

  @Test(
    .enabled(if: KernelProvider.available.contains(.machineCode), "no code can be emitted here"),
    arguments: [
      (56, 144, true, true, true), (32, 144, true, true, false), (112, 64, true, false, false),
      (112, 64, false, true, MachineCodeSupport.floatProducts.isFullRate),
    ]
  )
  func `a block pays where an expanded tensor leaves the second-level cache`(
    size: Int, channels: Int, expands: Bool, projects: Bool, pays: Bool
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(
      input: (size, size), output: (size, size), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    let problem = Sample(
      window, batch: 1, channels: (16, channels, 16), expands: expands, projects: projects, hasAddend: false,
      .machineCode, random: &random
    ).problem
    #expect(problem.pays(requested: nil) == pays)
    #expect(!problem.pays(requested: .simd))
  }
}
