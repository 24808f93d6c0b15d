import Foundation
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Random graphs of convolutions, and of what is found between them, on numbers that are not finite.
@Suite struct NonFiniteGraphTests {
  /// A graph of some layers, each drawn from those that follow convolutions or are fused with them.
  private struct RandomGraph {
    private var builder = GraphBuilder()
    private var random: SeededGenerator
    private let specialWeights: Bool
    /// Filters that may still have a weight that is not finite. Later ones do not: the zeros that they would multiply
    /// may be rounding errors elsewhere.
    private var specialFilters: Int
    private var value: Int
    private var size = 12
    private var channels: Int
    let inputCount: Int

    init(seed: UInt64, specialWeights: Bool) throws {
      random = SeededGenerator(seed: seed)
      self.specialWeights = specialWeights
      specialFilters = specialWeights ? 2 : 0
      channels = [3, 8, 16, 20].randomElement(using: &random) ?? 3
      inputCount = size * size * channels
      value = try builder.input([1, size, size, channels])
    }

    /// A filter, in which one weight may not be finite.
    private mutating func filter(_ shape: [Int]) throws -> Int {
      var weights = random.floats(shape.reduce(1, *))
      if specialFilters > 0 {
        specialFilters -= 1
        let choices: [Float] = [.nan, .infinity, -.infinity]
        weights[Int.random(in: weights.indices, using: &random)] = choices.randomElement(using: &random) ?? .nan
      }
      return try builder.constant(weights, shape)
    }

    private mutating func convolution(padding: Int, side: Int, to outputs: Int, activation: Int = 0) throws {
      let filter = try filter([outputs, side, side, channels])
      let bias = Bool.random(using: &random) ? try builder.constant(random.floats(outputs)) : nil
      value = try builder.apply(
        Conv2D(parsing: .convolution(padding: padding, activation: activation)), value, filter, bias)
      channels = outputs
    }

    private mutating func depthwise(padding: Int, side: Int, activation: Int = 0) throws {
      let filter = try filter([1, side, side, channels])
      value = try builder.apply(
        DepthwiseConv2D(parsing: .depthwise(padding: padding, activation: activation)), value, filter)
    }

    private mutating func pad() throws {
      value = try builder.apply(
        Pad(parsing: .defaults), value, builder.integers([0, 0, 1, 1, 1, 1, 0, 0], [4, 2]))
    }

    private func named(_ name: String, _ options: OperatorOptions = .defaults) throws -> any AnyOperation {
      let type = try #require(OperatorRegistry.all.first { $0.tfliteName == name })
      return try type.read(options)
    }

    private mutating func addLayer() throws {
      let activation = [0, 0, 1, 2, 3].randomElement(using: &random) ?? 0
      let outputs = [4, 8, 16, 17].randomElement(using: &random) ?? 8
      switch Int.random(in: 0..<14, using: &random) {
      case 0: try convolution(padding: 0, side: 3, to: outputs, activation: activation)
      case 1: try convolution(padding: 0, side: 1, to: outputs, activation: activation)
      case 2:
        try pad()
        try convolution(padding: 1, side: 3, to: outputs, activation: activation)
      case 3: try depthwise(padding: 0, side: 5, activation: activation)
      case 4:
        try pad()
        try depthwise(padding: 1, side: 3, activation: activation)
      case 5:
        try convolution(padding: 0, side: 1, to: 16)
        try depthwise(padding: 0, side: 3, activation: activation)
        try convolution(padding: 0, side: 1, to: outputs)
      case 6:
        let other = value
        try convolution(padding: 0, side: 1, to: channels)
        value = try builder.apply(Add(parsing: .fields([0: .byte(activation)])), other, value)
      case 7:
        var slopes = random.floats(channels)
        if specialWeights { slopes[0] = .infinity }
        value = try builder.apply(
          ParametricReLU(parsing: .defaults), value, builder.constant(slopes, [1, 1, channels]))
      case 8:
        let choices: [Float] = [0.1, 0, specialWeights ? .infinity : 2]
        let slope = choices.randomElement(using: &random) ?? 0
        value = try builder.apply(named("LEAKY_RELU", .fields([0: .float(slope)])), value)
      case 9:
        let name = ["MAX_POOL_2D", "AVERAGE_POOL_2D"].randomElement(using: &random) ?? ""
        let options = try OperatorOptions.fields([
          0: .byte(0), 1: .int(1), 2: .int(1), 3: .int(3), 4: .int(2), 5: .byte(activation),
        ])
        value = try builder.apply(named(name, options), value)
      case 10:
        let name = ["RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1", "HARD_SWISH", "TANH", "ELU"]
          .randomElement(using: &random)
        value = try builder.apply(named(name ?? ""), value)
      case 11:
        let gate = try builder.apply(Logistic(parsing: .defaults), value)
        value = try builder.apply(named("MUL"), value, gate)
      case 12 where size < 24:
        let filter = try filter([outputs, 3, 3, channels])
        let options = try OperatorOptions.fields([0: .byte(0), 1: .int(2), 2: .int(2)])
        let shape = try builder.integers([1, Int32(2 * size), Int32(2 * size), Int32(outputs)])
        value = try builder.apply(named("TRANSPOSE_CONV", options), shape, filter, value)
        (size, channels) = (2 * size, outputs)
      case 13 where size < 24:
        let shape = try builder.integers([Int32(2 * size), Int32(2 * size)])
        value = try builder.apply(named("RESIZE_BILINEAR"), value, shape)
        size *= 2
      default: try convolution(padding: 0, side: 3, to: outputs)
      }
    }

    mutating func graph(layers: Int) throws -> Graph {
      for _ in 0..<layers { try addLayer() }
      return builder.graph(outputs: [value])
    }

    mutating func input() -> [Float] {
      NonFiniteNumbers.placed(in: random.floats(inputCount), oneIn: inputCount / 4, &random)
    }
  }

  @Test(arguments: [false, true])
  func `providers agree on what is NaN, fused or not, on any number of threads`(specialWeights: Bool) throws {
    #if DEBUG
      let usualRounds = 8
    #else
      let usualRounds = 60
    #endif
    let rounds = ProcessInfo.processInfo.environment["MUDRA_LONG_TESTS"] == nil ? usualRounds : 3_000
    let pools = (1...3).map { ThreadPool(threadCount: $0, processorCount: .max) }
    var (nans, numbers) = (0, 0)
    for round in 0..<UInt64(rounds) {
      let seed = SeededGenerator.runSeed &+ round
      var drawn = try RandomGraph(seed: seed, specialWeights: specialWeights)
      let graph = try drawn.graph(layers: 1 + Int(round % 5))
      let input = drawn.input()
      func results(_ provider: KernelProvider, fusion: Bool, _ threads: ThreadPool) throws -> [Float] {
        let plan = try Plan(preparing: graph, options: PlanOptions(provider: provider, fusion: fusion))
        return try Session(plan, threads: threads).results([input])[0]
      }
      let expected = try results(.reference, fusion: false, pools[0])
      nans += expected.count { $0.isNaN }
      numbers += expected.count { $0.isFinite }
      for provider in KernelProvider.available {
        for (fusion, threads) in [(false, 1), (true, 1), (true, 2), (true, 3)] {
          let found = try results(provider, fusion: fusion, pools[threads - 1])
          let sentence = NonFiniteNumbers.difference(found, expected)
          #expect(
            sentence == nil,
            "\(provider), \(fusion ? "fused" : "plain"), \(threads) threads, seed \(seed), \(graph.nodes.map(\.name))")
        }
      }
    }
    #expect(nans > rounds && numbers > rounds, "\(nans) NaN, \(numbers) finite")
  }
}
