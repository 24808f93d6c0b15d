import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// A model that exceeds the limits is rejected before memory is allocated or anything is computed.
@Suite struct ModelLimitsTests {
  private func expect(
    _ error: ModelError, _ model: OneOperator, _ limits: ModelLimits, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error, sourceLocation: sourceLocation) {
      try Plan(Model(Bytes(model.bytes)), options: PlanOptions(limits: limits))
    }
  }

  private let tiles = OneOperator(name: "TILE", inputs: [.empty([2, 4]), .integers([1000, 1])])

  @Test func `a tensor is no larger than its limit`() throws {
    let limit = ModelLimits(tensorByteCount: 31_999)
    expect(tiles.error(.tensorTooLarge(shape: [2000, 4], byteCount: 32_000, limit: 31_999)), tiles, limit)
    let input = OperatorError.tensorTooLarge(shape: [2, 4], byteCount: 32, limit: 31)
    expect(.tensor(index: 0, name: "t0", input), tiles, ModelLimits(tensorByteCount: 31))
    #expect(try tiles.run() == [[2000, 4]])
  }

  /// The packed weights of sixteen columns, six rows of which are not weights; a copy of the filter; the tensors.
  private static let denseByteCount = 16 * (64 + 6) * 4 + 16 * 64 * 4 + 256 + 64

  @Test func `tensors and weights count together`() throws {
    let model = OneOperator(name: "FULLY_CONNECTED", inputs: [.empty([1, 64]), .ones([16, 64])])
    let memory = Self.denseByteCount
    expect(.memoryTooLarge(byteCount: memory, limit: memory - 1), model, ModelLimits(memoryByteCount: memory - 1))
    #expect(throws: Never.self) {
      try Plan(
        Model(Bytes(model.bytes)), options: PlanOptions(limits: ModelLimits(memoryByteCount: memory)))
    }
  }

  @Test func `lists that an operator makes count too`() {
    // Each of 4,096 positions in a block is a move of one element.
    let model = OneOperator(
      name: "SPACE_TO_BATCH_ND",
      inputs: [.empty([1, 64, 64, 1]), .integers([64, 64]), .integers([0, 0, 0, 0], [2, 2])])
    // The two operands that are read in advance are copied for that.
    let tensors = 2 * 4096 * 4 + 2 * 6 * 4
    expect(
      .memoryTooLarge(byteCount: tensors + 4096 * 512, limit: 1 << 20), model, ModelLimits(memoryByteCount: 1 << 20))
  }

  @Test func `weights of few output channels, and of each group, count as whole panels`() {
    let limit = ModelLimits(memoryByteCount: 2000)
    let dense = OneOperator(name: "FULLY_CONNECTED", inputs: [.empty([1, 64]), .ones([1, 64])])
    expect(.memoryTooLarge(byteCount: 8 * 70 * 4 + 256, limit: 2000), dense, limit)
    let steps: [Int: FlatWriter.Value] = [0: .byte(0), 1: .int(1), 2: .int(1)]
    let groups = OneOperator(
      name: "CONV_2D", options: steps, inputs: [.empty([1, 1, 1, 64]), .ones([32, 1, 1, 2])])
    expect(.memoryTooLarge(byteCount: 32 * 8 * 8 * 4 + 256, limit: 2000), groups, limit)
  }

  @Test func `scratch counts for each thread`() throws {
    let steps: [Int: FlatWriter.Value] = [0: .byte(0), 1: .int(1), 2: .int(1)]
    let model = OneOperator(
      name: "CONV_2D", options: steps, inputs: [.empty([1, 9, 9, 64]), .ones([8, 3, 3, 64])])
    let limits = ModelLimits(memoryByteCount: 1 << 17)
    let plan = try Plan(Model(Bytes(model.bytes)), options: PlanOptions(provider: .simd, limits: limits))
    #expect(throws: Never.self) { try Session(plan) }
    #expect(throws: ModelError.self) {
      try Session(plan, threads: ThreadPool(threadCount: 16, processorCount: .max))
    }
  }

  /// What a plan holds is known before it is made: no plan holds more than its limit, except for small tables of each
  /// kernel.
  @Test(arguments: FixtureArchive.operators + ["graph", "custom", "quantized", "large"], KernelProvider.available)
  func `a plan with a limit below what it would hold is refused`(_ folder: String, _ provider: KernelProvider) throws {
    for fixture in try OperatorFixture.cases(of: folder) {
      let model = try fixture.model()
      guard let plan = try Interpreter(model, options: PlanOptions(provider: provider)).plan else { continue }
      let footprint = MemoryFootprint(sharedBy: [plan])
      let held = footprint.weightByteCount + plan.arenaByteCount - 4096 * plan.steps.count
      guard held > 0 else { continue }
      let limits = ModelLimits(memoryByteCount: held - 1)
      let refused = #expect(throws: ModelError.self, "\(fixture)") {
        try Plan(model, options: PlanOptions(provider: provider, limits: limits))
      }
      switch refused {
      case .memoryTooLarge, .constantsTooLarge, nil: break
      case let other?: Issue.record("\(fixture): \(other)")
      }
    }
  }

  @Test func `multiply-adds, and what pooling windows look at, have a limit`() {
    let steps: [Int: FlatWriter.Value] = [0: .byte(0), 1: .int(1), 2: .int(1)]
    let convolution = OneOperator(
      name: "CONV_2D", options: steps, inputs: [.empty([1, 10, 10, 3]), .ones([4, 3, 3, 3])])
    expect(.tooManyMultiplyAdds(10_800, limit: 10_799), convolution, ModelLimits(multiplyAdds: 10_799))
    // Windows of a million pixels over a picture of as many: a file of a few hundred bytes could take a day.
    for name in ["MAX_POOL_2D", "AVERAGE_POOL_2D", "L2_POOL_2D"] {
      let window = steps.merging([3: .int(1 << 20), 4: .int(1 << 20)]) { $1 }
      let pool = OneOperator(name: name, options: window, inputs: [.empty([1, 1000, 1000, 1])])
      expect(
        .tooManyMultiplyAdds(1_000_000_000_000, limit: ModelLimits().multiplyAdds), pool, ModelLimits())
    }
    let row = OneOperator(
      name: "LOCAL_RESPONSE_NORMALIZATION", options: [0: .int(Int(Int32.max))], inputs: [.empty([1 << 20])])
    expect(.tooManyMultiplyAdds(1 << 40, limit: ModelLimits().multiplyAdds), row, ModelLimits())
  }

  @Test func `preparing and running end when their time is over`() throws {
    expect(.tooSlow(limit: .zero), tiles, ModelLimits(time: .zero))
    let model = try Model(Bytes(tiles.bytes))
    #expect(throws: Never.self) { try Plan(model, options: PlanOptions(limits: ModelLimits(time: nil))) }
    // A run of a second or more of the plain loops, in several shares, is over long before that.
    let steps: [Int: FlatWriter.Value] = [0: .byte(0), 1: .int(1), 2: .int(1)]
    let slow = OneOperator(
      name: "CONV_2D", options: steps, inputs: [.empty([1, 1024, 1024, 8]), .ones([8, 15, 15, 8])])
    let limits = ModelLimits(time: .seconds(1))
    let plan = try Plan(Model(Bytes(slow.bytes)), options: PlanOptions(provider: .reference, limits: limits))
    let session = try Session(plan)
    let start = ContinuousClock.now
    #expect(throws: ModelError.tooSlow(limit: .seconds(1))) { try session.run() }
    // 15 billion multiply-adds would take many seconds.
    #expect(start.duration(to: .now) < .seconds(30))
  }

  @Test func `work that cannot be divided is refused if it could take more than half a second`() throws {
    let steps: [Int: FlatWriter.Value] = [0: .byte(0), 1: .int(1), 2: .int(1)]
    let pool = steps.merging([3: .int(400_000), 4: .int(1)]) { $1 }
    let row = OneOperator.Tensor.empty([1, 1, 200_000, 1])
    // Each is one row of approximately 10¹⁰ iterations.
    let rows = [
      OneOperator(name: "AVERAGE_POOL_2D", options: pool, inputs: [row]),
      OneOperator(name: "MAX_POOL_2D", options: pool, inputs: [row]),
      OneOperator(
        name: "LOCAL_RESPONSE_NORMALIZATION", options: [0: .int(1 << 30)], inputs: [.empty([1, 200_000])]),
      OneOperator(name: "DEPTHWISE_CONV_2D", options: steps, inputs: [row, .ones([1, 1, 1 << 16, 1])]),
      // One input pixel, and taps over no pixel at all.
      OneOperator(
        name: "TRANSPOSE_CONV", options: steps,
        inputs: [.integers([1, 1, 1 << 18, 1]), .ones([1, 1, 1 << 16, 1]), .empty([1, 1, 1, 1])]),
      OneOperator(
        name: "TOPK_V2", inputs: [.empty([1 << 23]), .integers([1 << 22], [])],
        outputs: [
          .empty([1]), .empty([1], .int32),
        ]),
    ]
    for model in rows { expect(.tooSlow(limit: .seconds(2)), model, ModelLimits(time: .seconds(2))) }
    let unlimited = PlanOptions(limits: ModelLimits(time: nil))
    #expect(throws: Never.self) { try Plan(Model(Bytes(rows[2].bytes)), options: unlimited) }
  }

  @Test func `laying out very many tensors is short, and ends when its time is over`() throws {
    var builder = GraphBuilder()
    let outputs = try (0..<30_000).map { _ in try builder.input([1]) }
    let graph = builder.graph(outputs: [outputs[0]])
    #expect(throws: ModelError.tooSlow(limit: .milliseconds(1))) {
      try Plan(graph, provider: nil, limits: ModelLimits(time: .milliseconds(1)))
    }
    let start = ContinuousClock.now
    _ = try Plan(graph, provider: nil, limits: ModelLimits(time: nil))
    // Comparing each with all others would take half a minute in a debug build.
    #expect(start.duration(to: .now) < .seconds(10))
  }

  @Test func `an operator has no more inputs than those that join tensors take`() {
    let inputs = [Int](repeating: 0, count: 4097)
    let model = OneOperator(name: "CONCATENATION", inputs: [.empty([1])], inputIndices: inputs)
    expect(model.error(OperatorError.inputCount(expected: 0...4096, found: 4097)), model, ModelLimits())
  }

  @Test func `what is computed at preparation is bounded, and what would take long is left for the run`() throws {
    let fill = OneOperator(
      name: "FILL", inputs: [.integers([1 << 12, 1 << 12]), .ones([])])
    expect(.constantsTooLarge(byteCount: 1 << 26, limit: 1 << 25), fill, ModelLimits(memoryByteCount: 1 << 25))
    let steps: [Int: FlatWriter.Value] = [0: .byte(0), 1: .int(1), 2: .int(1)]
    let convolution = OneOperator(
      name: "CONV_2D", options: steps, inputs: [.ones([1, 9, 9, 3]), .ones([4, 3, 3, 3])])
    #expect(try Plan(Model(Bytes(convolution.bytes))).steps.isEmpty)
    let large = OneOperator(
      name: "CONV_2D", options: steps, inputs: [.ones([1, 99, 99, 16]), .ones([16, 11, 11, 16])])
    #expect(try Plan(Model(Bytes(large.bytes))).steps.map(\.name) == ["CONV_2D"])
  }
}
