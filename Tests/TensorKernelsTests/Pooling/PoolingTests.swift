import KernelChoice
import TensorKernels
import TestSupport
import Testing

@Suite struct PoolingTests {
  typealias Problem = Pooling.Problem

  static let providers = Pooling.family.kernels.map(\.provider)

  private func run(
    _ provider: KernelProvider, _ problem: Problem, _ input: [Float], rowsPerCall: Int? = nil
  ) -> [Float] {
    let window = problem.window
    let kernel = Pooling.family.kernel(for: problem, requested: provider)
    let isComputed = Pooling.family.kernels.contains { $0.provider == provider && $0.supports(problem) }
    if isComputed { #expect(kernel.provider == provider) }
    let source = PaddedFloats(input)
    let rowCount = problem.batch * window.outputHeight
    let target = PaddedFloats(count: rowCount * window.outputWidth * problem.channels)
    for rows in cuts(rowCount, every: rowsPerCall ?? max(rowCount, 1)) {
      kernel.kernel.run(units: rows, input: source.pointer, output: target.pointer)
    }
    #expect(target.isBorderIntact, "\(provider) wrote outside the output of \(problem)")
    return target.values
  }

  private func inputCount(_ problem: Problem) -> Int {
    problem.batch * problem.window.inputHeight * problem.window.inputWidth * problem.channels
  }

  @Test(arguments: providers)
  func `largest and mean of 2 by 2 windows`(provider: KernelProvider) {
    let window = Window2D(input: (2, 4), output: (1, 2), filter: (2, 2), stride: (2, 2), padding: (0, 0))
    let input: [Float] = [1, 5, -4, -3, 2, 4, -2, -1]
    let maximum = Problem(operation: .maximum, batch: 1, channels: 1, window: window)
    #expect(run(provider, maximum, input) == [5, -1])
    let average = Problem(operation: .average, batch: 1, channels: 1, window: window)
    #expect(run(provider, average, input) == [3, -2.5])
  }

  @Test func `zeros are kept where windows leave the picture, and counted`() {
    let inside = Window2D(input: (4, 600), output: (2, 300), filter: (2, 2), stride: (2, 2), padding: (0, 0))
    let outside = Window2D(input: (4, 600), output: (4, 600), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    for (window, rows) in [(inside, 0), (outside, 1)] {
      let kernel = Pooling.family.kernel(
        for: Problem(operation: .average, batch: 1, channels: 8, window: window), requested: .machineCode)
      guard kernel.provider == .machineCode else { continue }
      // The counts of taps are beside them.
      let zeroByteCount = rows * 600 * 8 * 4
      #expect((zeroByteCount...zeroByteCount + 3 * 600 * 4).contains(kernel.kernel.heldByteCount))
    }
  }

  @Test(arguments: providers, [1, 4])
  func `taps outside the picture neither win nor count`(provider: KernelProvider, channels: Int) {
    let window = Window2D(input: (2, 2), output: (2, 2), filter: (2, 2), stride: (1, 1), padding: (0, 0))
    let input = [-8, -6, -4, -2].flatMap { [Float](repeating: $0, count: channels) }
    let maximum = Problem(operation: .maximum, batch: 1, channels: channels, window: window)
    let expected = [-2, -2, -2, -2].flatMap { [Float](repeating: $0, count: channels) }
    #expect(run(provider, maximum, input) == expected)
    let average = Problem(operation: .average, batch: 1, channels: channels, window: window)
    #expect(run(provider, average, input) == [-5, -4, -3, -2].flatMap { [Float](repeating: $0, count: channels) })
  }

  @Test(arguments: providers, [1, 4])
  func `the fused activation limits the result`(provider: KernelProvider, channels: Int) {
    let window = Window2D(input: (1, 2), output: (1, 2), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    let problem = Problem(
      operation: .maximum, batch: 1, channels: channels, window: window, .floats(lower: 0, upper: 6))
    let input = [-3, 9].flatMap { [Float](repeating: $0, count: channels) }
    #expect(run(provider, problem, input) == [0, 6].flatMap { [Float](repeating: $0, count: channels) })
  }

  @Test(arguments: [Pooling.Operation.maximum, .average])
  func `vectors agree with the plain loops to the bit on every window`(operation: Pooling.Operation) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let limits: [(Float, Float)] = [(-.infinity, .infinity), (0, .infinity), (0, 6), (-1, 1)]
    for (index, sample) in WindowSample.table.enumerated() where sample.dilation == (1, 1) {
      guard let window = sample.window else { continue }
      let (lower, upper) = limits[index % 4]
      let problem = Problem(
        operation: operation, batch: 1 + index % 2, channels: [3, 4, 8, 5, 16, 9, 24][index % 7], window: window,
        .floats(lower: lower, upper: upper))
      let input = random.floats(inputCount(problem))
      for provider in Self.providers {
        let difference = Comparison.bitDifference(run(provider, problem, input), run(.reference, problem, input))
        #expect(difference == nil, "\(provider), \(sample), seed \(SeededGenerator.runSeed)")
      }
    }
  }

  @Test(arguments: [Pooling.Operation.maximum, .average], sizesAroundVectors)
  func `vectors agree with the plain loops on every number of channels`(operation: Pooling.Operation, channels: Int) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (5, 6), output: (3, 3), filter: (3, 3), stride: (2, 2), padding: (1, 0))
    let problem = Problem(operation: operation, batch: 1, channels: channels, window: window)
    let input = random.floats(inputCount(problem))
    let whole = run(.reference, problem, input)
    for (rowsPerCall, provider) in [1, 2, 3].flatMap({ rows in Self.providers.map { (rows, $0) } }) {
      let found = run(provider, problem, input, rowsPerCall: rowsPerCall)
      #expect(Comparison.bitDifference(found, whole) == nil, "\(rowsPerCall) rows a call")
    }
  }

  @Test(arguments: providers)
  func `a window of one tap returns the picture`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let window = Window2D(input: (3, 3), output: (3, 3), filter: (1, 1), stride: (1, 1), padding: (0, 0))
    for operation in [Pooling.Operation.maximum, .average] {
      let problem = Problem(operation: operation, batch: 2, channels: 5, window: window)
      let input = random.floats(inputCount(problem))
      #expect(run(provider, problem, input) == input)
    }
  }

  @Test(arguments: providers)
  func `no channels and no pictures give nothing`(provider: KernelProvider) {
    let window = Window2D(input: (2, 2), output: (1, 1), filter: (2, 2), stride: (1, 1), padding: (0, 0))
    #expect(run(provider, Problem(operation: .average, batch: 0, channels: 5, window: window), []) == [])
    #expect(run(provider, Problem(operation: .maximum, batch: 3, channels: 0, window: window), []) == [])
  }
}
