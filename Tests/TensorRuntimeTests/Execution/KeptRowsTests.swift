import TFLiteFormat
import TensorKernels
import TensorRuntime
import TestSupport
import Testing

/// Runs in which only some rows of the picture change, against runs that compute everything.
@Suite struct KeptRowsTests {
  /// Rows and columns of the picture.
  private static let side = 48
  private static let channels = 3

  /// A small detector with every kind of operator through which rows can be followed, and a dense end.
  private static func graph(channels width: Int = 16) throws -> Graph {
    var random = SeededGenerator(seed: 5)
    var builder = GraphBuilder()
    let input = try builder.input([1, side, side, channels])
    func convolution(
      _ picture: Int, _ from: Int, _ to: Int, size: Int = 1, stride: Int = 1, _ builder: inout GraphBuilder
    ) throws -> Int {
      let filter = try builder.constant(random.floats(to * size * size * from), [to, size, size, from])
      let bias = try builder.constant(random.floats(to))
      return try builder.apply(
        Conv2D(parsing: .convolution(padding: 0, stride: stride, activation: 1)), picture, filter, bias)
    }
    func depthwise(
      _ picture: Int, _ channels: Int, size: Int, stride: Int = 1, _ builder: inout GraphBuilder
    ) throws -> Int {
      let filter = try builder.constant(random.floats(size * size * channels), [1, size, size, channels])
      let bias = try builder.constant(random.floats(channels))
      let options = try OperatorOptions.fields([
        0: .byte(0), 1: .int(stride), 2: .int(stride), 3: .int(1), 4: .byte(0),
      ])
      return try builder.apply(DepthwiseConv2D(parsing: options), picture, filter, bias)
    }
    let first = try convolution(input, channels, width, size: 5, stride: 2, &builder)
    var middle = try convolution(depthwise(first, width, size: 5, &builder), width, width, &builder)
    middle = try builder.apply(Add(parsing: .defaults), first, middle)
    let expanded = try convolution(middle, width, 4 * width, &builder)
    let projected = try convolution(depthwise(expanded, 4 * width, size: 3, &builder), 4 * width, width, &builder)
    let pool = try OperatorOptions.fields([1: .int(2), 2: .int(2), 3: .int(2), 4: .int(2)])
    let pooled = try builder.apply(MaxPool2D(parsing: pool), projected)
    let amounts = try builder.integers([0, 0, 0, 0, 0, 0, 0, 8], [4, 2])
    let padded = try builder.apply(Pad(parsing: .defaults), pooled, amounts)
    let lower = try convolution(
      depthwise(projected, width, size: 3, stride: 2, &builder), width, width + 8, &builder)
    let sum = try builder.apply(Add(parsing: .defaults), lower, padded)
    let size = try builder.integers([24, 24])
    let larger = try builder.apply(BilinearResize(parsing: .fields([3: .byte(1)])), sum, size)
    let head = try convolution(larger, width + 8, 6, &builder)
    let flat = try builder.apply(Reshape(parsing: .defaults), head, try builder.integers([1, 3_456]))
    let scores = try builder.apply(Logistic(parsing: .defaults), flat)
    return builder.graph(outputs: [scores, larger])
  }

  /// A picture in black stripes above and below `rows`.
  private func picture(_ seed: UInt64, rows: Range<Int>, of side: Int = side) -> [Float] {
    var random = SeededGenerator(seed: seed)
    var picture = random.floats(side * side * Self.channels)
    let length = side * Self.channels
    for y in 0..<side where !rows.contains(y) {
      for x in 0..<length { picture[y * length + x] = 0 }
    }
    return picture
  }

  /// The outputs of a run in which `rows` of the picture have changed.
  private func results(_ session: Session, _ picture: [Float], _ rows: Range<Int>) throws -> [[Float]] {
    session.withInput(0) { $0.copyBytes(from: picture.withUnsafeBytes { Array($0) }) }
    try session.run(changingRows: rows)
    return session.plan.outputs.indices.map { session.output($0) }
  }

  private func threads(_ count: Int) -> ThreadPool { ThreadPool(threadCount: count, processorCount: .max) }

  @Test(arguments: KernelProvider.available, [false, true])
  func `runs with kept rows have the bits of whole runs`(provider: KernelProvider, fusion: Bool) throws {
    var options = PlanOptions(provider: provider, fusion: fusion)
    options.limits.time = nil
    let plan = try Plan(preparing: Self.graph(), options: options)
    for count in [1, 3] {
      let session = try Session(plan, threads: threads(count))
      let whole = try Session(plan, threads: threads(count))
      // Other rows in between, a stripe on one side, and a picture of one row.
      for rows in [12..<36, 0..<30, 23..<24] {
        for seed in 1...4 as ClosedRange<UInt64> {
          let picture = picture(seed, rows: rows)
          #expect(
            try results(session, picture, rows) == whole.results([picture]),
            "\(count) threads, rows \(rows), run \(seed)")
        }
        #expect(session.computedRows.contains { $0 != nil })
      }
    }
  }

  @Test(arguments: [1, 2])
  func `a block of three convolutions keeps rows, too`(count: Int) throws {
    // Wide enough that blocks pay, where kernels are emitted.
    let plan = try Plan(preparing: Self.graph(channels: 128), options: PlanOptions(provider: nil))
    let session = try Session(plan, threads: threads(count))
    let whole = try Session(plan)
    for seed in 1...4 as ClosedRange<UInt64> {
      let picture = picture(seed, rows: 14..<34)
      #expect(try results(session, picture, 14..<34) == whole.results([picture]))
    }
  }

  @Test func `the rows that are computed are those under which the picture is`() throws {
    var options = PlanOptions(provider: .reference, fusion: false)
    options.limits.time = nil
    let plan = try Plan(preparing: Self.graph(), options: options)
    let session = try Session(plan)
    let picture = picture(1, rows: 16..<32)
    for _ in 1...2 {
      _ = try results(session, picture, 16..<32)
    }
    let computed = zip(plan.steps, session.computedRows).map { "\($0.name) \($1.map { "\($0)" } ?? "all")" }
    #expect(
      computed == [
        // Stride 2: row y sees rows 2y − 1 … 2y + 3 of the picture.
        "CONV_2D 7..<17",
        "DEPTHWISE_CONV_2D 5..<19", "CONV_2D 5..<19", "ADD 5..<19", "CONV_2D 5..<19",
        "DEPTHWISE_CONV_2D 4..<20", "CONV_2D 4..<20",
        // The pooling sees rows 2y and 2y + 1; the convolution with stride 2 a row more, below.
        "MAX_POOL_2D 2..<10", "PAD all", "DEPTHWISE_CONV_2D 1..<10", "CONV_2D 1..<10", "ADD 1..<10",
        // With half-pixel centers, row y is between the rows nearest to (y + ½) / 2 − ½.
        "RESIZE_BILINEAR 1..<21", "CONV_2D 1..<21", "RESHAPE all", "LOGISTIC all",
      ])
  }

  @Test func `other rows end what was kept, and give its memory back`() throws {
    let session = try Session(Plan(Self.graph()))
    let before = session.memoryFootprint
    func run(_ rows: Range<Int>) throws { _ = try results(session, picture(1, rows: rows), rows) }
    try run(12..<36)
    #expect(session.computedRows.isEmpty)
    #expect(session.memoryFootprint == before)
    try run(12..<36)
    let kept = session.memoryFootprint
    #expect(session.computedRows.contains { $0 != nil })
    #expect(kept.arenaByteCount > before.arenaByteCount)
    try run(12..<36)
    #expect(session.memoryFootprint == kept)
    try run(6..<42)
    #expect(session.computedRows.isEmpty)
    #expect(session.memoryFootprint == before)
  }

  @Test func `nothing is kept if all rows change`() throws {
    let session = try Session(Plan(Self.graph()))
    let before = session.memoryFootprint
    for seed in 1...3 as ClosedRange<UInt64> {
      let picture = picture(seed, rows: 0..<Self.side)
      #expect(
        try results(session, picture, 0..<Self.side) == Session(session.plan).results([picture]))
    }
    #expect(session.memoryFootprint == before)
  }

  @Test func `without memory for it, everything is computed`() throws {
    var options = PlanOptions()
    let free = try Session(Plan(preparing: Self.graph(), options: options))
    // Preparing takes a little more than what remains: the least limit that it accepts, to 256 bytes.
    options.limits.memoryByteCount = free.memoryByteCount
    var prepared: Session?
    while prepared == nil, options.limits.memoryByteCount < 2 * free.memoryByteCount {
      options.limits.memoryByteCount += 256
      prepared = try? Session(Plan(preparing: Self.graph(), options: options))
    }
    let session = try #require(prepared)
    let before = session.memoryFootprint
    for seed in 1...3 as ClosedRange<UInt64> {
      let picture = picture(seed, rows: 12..<36)
      #expect(try results(session, picture, 12..<36) == free.results([picture]))
    }
    #expect(session.memoryFootprint == before)
  }

  @Test(arguments: [42..<150, 24..<168])
  func `the palm detector computes less, and keeps less than 2 MB`(rows: Range<Int>) throws {
    let network = try #require(NetworkTests.large.first { $0.name == "hand_detector" })
    let plan = try Plan(network.model())
    let emits = plan.steps.allSatisfy { $0.provider == .machineCode }
    // Compiled kernels take seconds in a debug build.
    guard emits || !_isDebugAssertConfiguration() else { return }
    let session = try Session(plan)
    let whole = try Session(plan)
    for seed in 1...3 as ClosedRange<UInt64> {
      let picture = picture(seed, rows: rows, of: 192)
      #expect(try results(session, picture, rows) == whole.results([picture]))
    }
    let parts = zip(plan.steps, session.computedRows)
    let all = plan.steps.reduce(0) { $0 + $1.multiplyAdds }
    let computed = parts.reduce(0) { sum, step in
      sum + (step.1.map { step.0.multiplyAdds * $0.count / step.0.outputShapes[0][1] } ?? step.0.multiplyAdds)
    }
    #expect(computed < all)
    #expect(session.memoryFootprint.arenaByteCount - whole.memoryFootprint.arenaByteCount < 2 << 20)
  }
}
