import MachineCode
import TFLiteFormat
import TensorKernels
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct KeepIntegersTests {
  /// What is special about a graph of a convolution, a depthwise one, and a 1×1 convolution.
  enum Feature: CaseIterable, Sendable {
    case pointwise, picture, residual, stride2, followedByAnother
    case firstHasNoLimit, middleHasNoLimit, firstIsOutput, middleIsOutput, firstIsReadTwice, isDilated, isNotFinite
    case fewChannels

    /// The operators whose sums are of integers, of those that are left without fusion of blocks.
    var precisions: [Precision] {
      switch self {
      case .pointwise, .picture, .residual, .stride2: [.fast, .fast, .fast]
      case .followedByAnother: [.fast, .fast, .fast, .fast, .fast]
      case .firstHasNoLimit, .middleHasNoLimit, .firstIsOutput, .middleIsOutput, .isDilated: [.fast, .exact, .fast]
      case .firstIsReadTwice: [.fast, .exact, .exact, .fast]
      case .isNotFinite: [.fast, .exact, .fast]
      case .fewChannels: [.exact, .exact, .exact]
      }
    }
  }

  /// Emitted code has integers on x86-64; elsewhere it computes floats.
  private static let providers = KernelProvider.available.filter {
    $0 != .machineCode || Architecture.current == .x86
  }

  private let inputs = 24

  private func graph(_ feature: Feature) throws -> Graph {
    var random = SeededGenerator(seed: 7)
    var builder = GraphBuilder()
    let channels = feature == .fewChannels ? 8 : 40
    func convolution(
      _ input: Int, _ from: Int, _ to: Int, activation: Int, size: Int = 1,
      _ builder: inout GraphBuilder
    ) throws -> Int {
      let filter = try builder.constant(random.floats(from * to * size * size), [to, size, size, from])
      let bias = try builder.constant(random.floats(to))
      return try builder.apply(
        Conv2D(parsing: .convolution(padding: 0, activation: activation)), input, filter, bias)
    }
    func depthwise(_ input: Int, activation: Int, _ builder: inout GraphBuilder) throws -> Int {
      var values = random.floats(9 * channels)
      if feature == .isNotFinite { values[20] = .infinity }
      let filter = try builder.constant(values, [1, 3, 3, channels])
      let bias = try builder.constant(random.floats(channels))
      let (stride, dilation) = (feature == .stride2 ? 2 : 1, feature == .isDilated ? 2 : 1)
      let options = try OperatorOptions.fields([
        0: .byte(0), 1: .int(stride), 2: .int(stride), 3: .int(1), 4: .byte(activation), 5: .int(dilation),
        6: .int(dilation),
      ])
      return try builder.apply(DepthwiseConv2D(parsing: options), input, filter, bias)
    }
    let isPicture = feature == .picture
    let input = try builder.input([1, 12, 10, isPicture ? 3 : inputs])
    var outputs: [Int] = []
    let first = try convolution(
      input, isPicture ? 3 : inputs, channels, activation: feature == .firstHasNoLimit ? 1 : 3,
      size: isPicture ? 3 : 1, &builder)
    if feature == .firstIsOutput { outputs.append(first) }
    if feature == .firstIsReadTwice { outputs.append(try builder.apply(ReLU(parsing: .defaults), first)) }
    let middle = try depthwise(first, activation: feature == .middleHasNoLimit ? 0 : 3, &builder)
    if feature == .middleIsOutput { outputs.append(middle) }
    let isFollowed = feature == .followedByAnother
    var last = try convolution(
      middle, channels, isFollowed ? channels : inputs, activation: isFollowed ? 3 : 0, &builder)
    if isFollowed {
      last = try convolution(
        try depthwise(last, activation: 3, &builder), channels, inputs, activation: 0, &builder)
    }
    if feature == .residual { last = try builder.apply(Add(parsing: .defaults), last, input) }
    return builder.graph(outputs: [last] + outputs)
  }

  @Test func `a convolution between two chains keeps its integers where a block would pay`() throws {
    var random = SeededGenerator(seed: 5)
    var builder = GraphBuilder()
    var value = try builder.input([1, 64, 64, 16])
    for (from, to, stride) in [(16, 24, 1), (24, 48, 2), (48, 32, 0)] {
      let filter = try builder.constant(random.floats(from * to), [to, 1, 1, from])
      let bias = try builder.constant(random.floats(to))
      value = try builder.apply(
        Conv2D(parsing: .convolution(padding: 0, activation: stride == 0 ? 0 : 3)), value, filter, bias)
      guard stride > 0 else { continue }
      let taps = try builder.constant(random.floats(9 * to), [1, 3, 3, to])
      let offsets = try builder.constant(random.floats(to))
      let options = try OperatorOptions.fields([
        0: .byte(0), 1: .int(stride), 2: .int(stride), 3: .int(1), 4: .byte(3), 5: .int(1), 6: .int(1),
      ])
      value = try builder.apply(DepthwiseConv2D(parsing: options), value, taps, offsets)
    }
    let graph = builder.graph(outputs: [value])
    func results(_ provider: KernelProvider?, _ precision: Precision, threads: Int = 1) throws -> [Float] {
      var random = SeededGenerator(seed: 13)
      let plan = try Plan(preparing: graph, options: PlanOptions(provider: provider, precision: precision))
      return try Session(plan, threads: threads).results([random.floats(64 * 64 * 16)])[0]
    }
    let expected = try results(.reference, .fast)
    for (value, exact) in zip(expected, try results(.simd, .exact)) { #expect(abs(value - exact) < 0.05) }
    for provider in Self.providers {
      for threads in 1...2 { #expect(try results(provider, .fast, threads: threads) == expected, "\(provider)") }
    }
  }

  private func plan(
    _ feature: Feature, _ precision: Precision, _ provider: KernelProvider? = nil
  ) throws -> Plan {
    try Plan(preparing: graph(feature), options: PlanOptions(provider: provider, precision: precision))
  }

  private func results(_ plan: Plan, threads: Int = 1) throws -> [[Float]] {
    var random = SeededGenerator(seed: 13)
    return try Session(plan, threads: threads).results([random.floats(12 * 10 * plan.inputs[0].shape[3])])
  }

  @Test(arguments: Feature.allCases)
  func `integers are kept between convolutions whose results are bounded and that nothing else reads`(
    feature: Feature
  ) throws {
    // Plain loops take integers wherever emitted code does.
    #expect(try plan(feature, .fast, .reference).steps.map(\.precision) == feature.precisions)
    #expect(try plan(feature, .exact, .reference).steps.allSatisfy { $0.precision == .exact })
  }

  @Test(arguments: Feature.allCases)
  func `results are near those of float32, and the same from all kernels and threads`(feature: Feature) throws {
    let exact = try results(plan(feature, .exact, .reference))
    let expected = try results(plan(feature, .fast, .reference))
    for (expected, exact) in zip(expected, exact) {
      let largest = exact.filter(\.isFinite).map(abs).max() ?? 0
      for (value, wanted) in zip(expected, exact) where wanted.isFinite {
        #expect(abs(value - wanted) <= largest * 2e-3, "\(feature)")
      }
    }
    for provider in Self.providers where provider != .reference {
      for threads in 1...2 {
        let found = try results(plan(feature, .fast, provider), threads: threads)
        let areClose = zip(found.joined(), expected.joined()).allSatisfy { value, wanted in
          value == wanted || value.isNaN && wanted.isNaN || abs(value - wanted) <= 1e-4 * max(1, abs(wanted))
        }
        #expect(areClose, "\(feature), \(provider), \(threads) threads")
      }
    }
  }

  @Test(arguments: [Feature.pointwise, .picture, .residual, .stride2, .followedByAnother])
  func `chains of integers give the same bits from all kernels and threads`(feature: Feature) throws {
    let expected = try results(plan(feature, .fast, .reference))
    for provider in Self.providers {
      for threads in 1...2 {
        #expect(
          try results(plan(feature, .fast, provider), threads: threads) == expected,
          "\(feature), \(provider), \(threads) threads")
      }
    }
  }
}
