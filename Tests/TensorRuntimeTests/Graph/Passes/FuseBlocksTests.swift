import KernelChoice
import TFLiteFormat
import TensorKernels
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct FuseBlocksTests {
  /// What is special about a graph of a 1×1 convolution, a depthwise one, and a 1×1 convolution.
  enum Feature: CaseIterable, Sendable {
    case plain, valid, stride2, dilation, residual, batch2
    case expandedIsOutput, expandedIsReadTwice, middleIsOutput, middleIsAddend, projectHasStride2, wideFilters

    /// The operators that are left after fusing everything possible.
    var names: [String] {
      let (outer, depthwise) = ("CONV_2D", "DEPTHWISE_CONV_2D")
      return switch self {
      case .plain, .valid, .stride2, .dilation, .residual, .batch2: ["\(outer) + \(depthwise) + \(outer)"]
      case .expandedIsOutput: [outer, "\(depthwise) + \(outer)"]
      case .expandedIsReadTwice: [outer, "RELU", "\(depthwise) + \(outer)"]
      case .middleIsOutput, .projectHasStride2: ["\(outer) + \(depthwise)", outer]
      case .middleIsAddend: ["\(outer) + \(depthwise)", outer]
      case .wideFilters: [outer, depthwise, outer]
      }
    }
  }

  private let inputChannels = 8, channels = 16

  private func graph(_ feature: Feature) throws -> Graph {
    var random = SeededGenerator(seed: 7)
    var builder = GraphBuilder()
    let batch = feature == .batch2 ? 2 : 1
    let input = try builder.input([batch, 20, 18, inputChannels])
    func pointwise(
      _ picture: Int, _ from: Int, _ to: Int, activation: Int, stride: Int = 1, size: Int = 1,
      _ builder: inout GraphBuilder
    ) throws -> Int {
      let filter = try builder.constant(random.floats(from * to * size * size), [to, size, size, from])
      let bias = try builder.constant(random.floats(to))
      return try builder.apply(
        Conv2D(parsing: .convolution(padding: 0, stride: stride, activation: activation)), picture, filter, bias)
    }
    let size = feature == .wideFilters ? 3 : 1
    let expanded = try pointwise(input, inputChannels, channels, activation: 3, size: size, &builder)
    var outputs: [Int] = []
    if feature == .expandedIsOutput { outputs.append(expanded) }
    if feature == .expandedIsReadTwice {
      outputs.append(try builder.apply(ReLU(parsing: .defaults), expanded))
    }
    let stride = feature == .stride2 ? 2 : 1
    let dilation = feature == .dilation ? 2 : 1
    let filter = try builder.constant(random.floats(9 * channels), [1, 3, 3, channels])
    let bias = try builder.constant(random.floats(channels))
    let options = try OperatorOptions.fields([
      0: .byte(feature == .valid ? 1 : 0), 1: .int(stride), 2: .int(stride), 3: .int(1), 4: .byte(1),
      5: .int(dilation), 6: .int(dilation),
    ])
    let middle = try builder.apply(DepthwiseConv2D(parsing: options), expanded, filter, bias)
    if feature == .middleIsOutput { outputs.append(middle) }
    let last = feature == .middleIsAddend ? channels : inputChannels
    var result = try pointwise(
      middle, channels, last, activation: 0, stride: feature == .projectHasStride2 ? 2 : 1, size: size, &builder)
    if feature == .residual { result = try builder.apply(Add(parsing: .defaults), input, result) }
    if feature == .middleIsAddend { result = try builder.apply(Add(parsing: .defaults), middle, result) }
    var graph = builder.graph(outputs: outputs + [result])
    try graph.fuseResiduals()
    return graph
  }

  private func results(_ graph: Graph, _ provider: KernelProvider?, threads: Int = 1) throws -> [[Float]] {
    var random = SeededGenerator(seed: 11)
    let plan = try Plan(graph, provider: provider)
    return try Session(plan, threads: threads).results([random.floats(plan.inputs[0].elementCount)])
  }

  @Test(arguments: Feature.allCases)
  func `neighbors of a depthwise convolution move into it unless their tensors are needed elsewhere`(
    feature: Feature
  ) throws {
    let separate = try graph(feature)
    var fused = separate
    try fused.fuseBlocks(provider: nil, where: { _, _ in true })
    #expect(fused.nodes.map(\.name) == feature.names)
    for provider in KernelProvider.available where provider != .blas {
      let expected = try results(separate, provider)
      for threads in 1...3 {
        #expect(try results(fused, provider, threads: threads) == expected, "\(provider), \(threads) threads")
      }
    }
  }

  @Test func `where no block of three pays, a pair may`() throws {
    for (takesExpand, names) in [
      (true, ["CONV_2D + DEPTHWISE_CONV_2D", "CONV_2D"]), (false, ["CONV_2D", "DEPTHWISE_CONV_2D + CONV_2D"]),
    ] {
      let separate = try graph(.plain)
      var fused = separate
      try fused.fuseBlocks(
        provider: nil,
        where: { problem, _ in (problem.expand != nil) == takesExpand && (problem.project == nil) == takesExpand })
      #expect(fused.nodes.map(\.name) == names)
      #expect(try results(fused, nil) == results(separate, nil))
    }
  }

  @Test func `small tensors are left alone`() throws {
    var fused = try graph(.plain)
    try fused.fuseBlocks(provider: nil)
    #expect(fused.nodes.count == 3)
  }

  @Test func `tensors inside a block take no place in the arena, and its work is that of its parts`() throws {
    let separate = try graph(.plain)
    var fused = separate
    try fused.fuseBlocks(provider: nil, where: { _, _ in true })
    let (before, after) = (try Plan(separate), try Plan(fused))
    #expect(before.arenaByteCount >= 2 * 20 * 18 * channels * 4)
    #expect(after.arenaByteCount <= 2 * 20 * 18 * inputChannels * 4 + 64)
    func work(of plan: Plan) -> Int { plan.steps.reduce(0) { $0 + $1.multiplyAdds } }
    #expect(work(of: after) == work(of: before))
    #expect(after.steps[0].inputShapes == [[1, 20, 18, inputChannels]])
    #expect(after.steps[0].outputShapes == [[1, 20, 18, inputChannels]])
  }

  @Test func `a block takes no further activation, padding or block`() throws {
    var fused = try graph(.valid)
    try fused.fuseBlocks(provider: nil, where: { _, _ in true })
    let depthwise = try #require(fused.nodes[0].operation(DepthwiseConv2D.self))
    #expect(depthwise.fusing(top: 1, bottom: 1, left: 1, right: 1) == nil)
    var again = fused
    try again.fuseBlocks(provider: nil, where: { _, _ in true })
    #expect(again.nodes.map(\.name) == fused.nodes.map(\.name))
  }
}
