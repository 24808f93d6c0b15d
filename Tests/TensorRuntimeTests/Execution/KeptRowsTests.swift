import TFLiteFormat
import TensorKernels
import TensorRuntime
import TensorTestSupport
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

  /// A picture in stripes of one value, by default black, above and below `rows`.
  private func picture(
    _ seed: UInt64, rows: Range<Int>, of side: Int = side, channels: Int = channels, border: Float = 0
  ) -> [Float] {
    var random = SeededGenerator(seed: seed)
    var picture = random.floats(side * side * channels)
    let length = side * channels
    for y in 0..<side where !rows.contains(y) {
      for x in 0..<length { picture[y * length + x] = border }
    }
    return picture
  }

  /// The outputs of a run in which `rows` of the picture have changed.
  private func results(
    _ session: Session, _ picture: [Float], _ rows: Range<Int>, cutToMultiplesOf multiple: Int? = nil
  ) throws -> [[Float]] {
    session.withInput(0) { $0.copyBytes(from: picture.withUnsafeBytes { Array($0) }) }
    try session.run(changingRows: rows, cutToMultiplesOf: multiple)
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

  @Test(arguments: KernelProvider.available, [1, 3])
  func `a row that shares a scale with a changing one changes, too`(provider: KernelProvider, count: Int) throws {
    var random = SeededGenerator(seed: 6)
    var builder = GraphBuilder()
    // Rows of six pixels, scales of four: row 6 shares one with row 7.
    let input = try builder.input([1, 24, 6, 32])
    let middle = try builder.apply(
      Conv2D(parsing: .convolution(padding: 0)), input, builder.constant(random.floats(32 * 32), [32, 1, 1, 32]),
      builder.constant(random.floats(32)))
    let last = try builder.apply(
      Conv2D(parsing: .convolution(padding: 0)), middle, builder.constant(random.floats(9 * 32 * 8), [8, 3, 3, 32]),
      builder.constant(random.floats(8)))
    let plan = try Plan(
      preparing: builder.graph(outputs: [last]), options: PlanOptions(provider: provider, precision: .fast))
    let session = try Session(plan, threads: threads(count))
    let whole = try Session(plan)
    for factor in [1, 2, 4, 8] as [Float] {
      var picture = [Float](repeating: 0.3, count: 24 * 6 * 32)
      for index in 7 * 6 * 32..<17 * 6 * 32 { picture[index] = random.floats(1)[0] * factor }
      #expect(try results(session, picture, 7..<17) == whole.results([picture]))
    }
    #expect(session.computedRows.contains { $0 != nil })
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

  /// A session for a graph with hardly more memory than it needs itself.
  private func sessionWithLittleMemory() throws -> Session {
    var options = PlanOptions()
    let free = try Session(Plan(preparing: Self.graph(), options: options))
    // Preparing takes a little more than what remains: the least limit that it accepts, to 256 bytes.
    options.limits.memoryByteCount = free.memoryByteCount
    var prepared: Session?
    while prepared == nil, options.limits.memoryByteCount < 2 * free.memoryByteCount {
      options.limits.memoryByteCount += 256
      prepared = try? Session(Plan(preparing: Self.graph(), options: options))
    }
    return try #require(prepared)
  }

  @Test(arguments: [nil, 12])
  func `without memory for it, everything is computed`(multiple: Int?) throws {
    let session = try sessionWithLittleMemory()
    let whole = try Session(Plan(Self.graph()))
    let before = session.memoryFootprint
    for seed in 1...3 as ClosedRange<UInt64> {
      let picture = picture(seed, rows: 12..<36)
      #expect(
        try results(session, picture, 12..<36, cutToMultiplesOf: multiple) == whole.results([picture]))
    }
    #expect(session.memoryFootprint == before)
  }

  // MARK: Cut

  /// The part of a picture in some rows.
  private func rows(_ rows: Range<Int>, of picture: [Float], height: Int) -> [Float] {
    let length = picture.count / height
    return Array(picture[rows.lowerBound * length..<rows.upperBound * length])
  }

  @Test func `each step of a cut computes the rows of the picture in whole multiples, and no more`() throws {
    var options = PlanOptions(provider: .reference, fusion: false)
    options.limits.time = nil
    let plan = try Plan(preparing: Self.graph(), options: options)
    let session = try Session(plan)
    _ = try results(session, picture(1, rows: 18..<31), 18..<31, cutToMultiplesOf: 4)
    let computed = zip(plan.steps, session.computedRows).map { "\($0.name) \($1.map { "\($0)" } ?? "all")" }
    #expect(
      computed == [
        "CONV_2D 8..<16", "DEPTHWISE_CONV_2D 8..<16", "CONV_2D 8..<16", "ADD 8..<16", "CONV_2D 8..<16",
        "DEPTHWISE_CONV_2D 8..<16", "CONV_2D 8..<16", "MAX_POOL_2D 4..<8", "PAD all", "DEPTHWISE_CONV_2D 4..<8",
        "CONV_2D 4..<8", "ADD 4..<8", "RESIZE_BILINEAR 8..<16", "CONV_2D 8..<16", "RESHAPE all", "LOGISTIC all",
      ])
  }

  @Test(arguments: KernelProvider.available, [false, true])
  func `rows outside of a cut are those of a blank picture, from the first run on`(
    provider: KernelProvider, fusion: Bool
  ) throws {
    var options = PlanOptions(provider: provider, fusion: fusion)
    options.limits.time = nil
    let plan = try Plan(preparing: Self.graph(), options: options)
    let blank = try Session(plan).results([picture(1, rows: 0..<0, border: 0.25)])[1]
    var first: [[[Float]]] = []
    for count in [1, 3] {
      let session = try Session(plan, threads: threads(count))
      let found = try [1, 2, 1].map { (seed: UInt64) in
        try results(session, picture(seed, rows: 18..<31, border: 0.25), 18..<31, cutToMultiplesOf: 4)
      }
      for result in found {
        for outside in [0..<8, 16..<24] {
          #expect(rows(outside, of: result[1], height: 24) == rows(outside, of: blank, height: 24))
        }
      }
      #expect(found[0] != found[1])
      // Neither earlier pictures nor threads make a difference.
      #expect(found[0] == found[2])
      first.append(found[0])
    }
    #expect(first[0] == first[1])
  }

  @Test(arguments: KernelProvider.available)
  func `each step of a cut sees the rows of a blank picture around it`(provider: KernelProvider) throws {
    var options = PlanOptions(provider: provider)
    options.limits.time = nil
    /// Depthwise convolutions: kernels may compute several rows at a time.
    func network(_ seeds: [UInt64]) throws -> Session {
      var builder = GraphBuilder()
      var last = try builder.input([1, Self.side, Self.side, 16])
      for seed in seeds {
        var random = SeededGenerator(seed: seed)
        let options = try OperatorOptions.fields([0: .byte(0), 1: .int(1), 2: .int(1), 3: .int(1), 4: .byte(0)])
        last = try builder.apply(
          DepthwiseConv2D(parsing: options), last, builder.constant(random.floats(5 * 5 * 16), [1, 5, 5, 16]),
          builder.constant(random.floats(16)))
      }
      return try Session(Plan(preparing: builder.graph(outputs: [last]), options: options))
    }
    let (both, first, second) = try (network([7, 8]), network([7]), network([8]))
    for cut in [18..<30, 6..<48, 0..<12, 24..<30] {
      let input = picture(3, rows: cut, channels: 16)
      let blank = picture(3, rows: 0..<0, channels: 16)
      /// A layer's rows inside of the cut; outside, those of the layer for a blank picture.
      func layer(_ session: Session, _ input: [Float], _ blank: [Float]) throws -> (output: [Float], blank: [Float]) {
        let (inside, outside, height) = try (session.results([input])[0], session.results([blank])[0], Self.side)
        let joined =
          rows(0..<cut.lowerBound, of: outside, height: height) + rows(cut, of: inside, height: height)
          + rows(cut.upperBound..<height, of: outside, height: height)
        return (joined, outside)
      }
      let middle = try layer(first, input, blank)
      let end = try layer(second, middle.output, middle.blank)
      #expect(try results(both, input, cut, cutToMultiplesOf: 6)[0] == end.output, "rows \(cut)")
      #expect(try results(both, input, cut, cutToMultiplesOf: 6)[0] == end.output, "rows \(cut), again")
      #expect(try both.results([input])[0] != end.output)
    }
  }

  @Test func `where no row sees another one, a cut changes nothing`() throws {
    var random = SeededGenerator(seed: 9)
    var builder = GraphBuilder()
    let input = try builder.input([1, Self.side, Self.side, Self.channels])
    let convolved = try builder.apply(
      Conv2D(parsing: .convolution(padding: 0, stride: 1, activation: 1)), input,
      builder.constant(random.floats(8 * Self.channels), [8, 1, 1, Self.channels]), builder.constant(random.floats(8)))
    let output = try builder.apply(Logistic(parsing: .defaults), convolved)
    let session = try Session(Plan(builder.graph(outputs: [output])))
    for seed in 1...3 as ClosedRange<UInt64> {
      let picture = picture(seed, rows: 18..<31)
      #expect(
        try results(session, picture, 18..<31, cutToMultiplesOf: 4) == Session(session.plan).results([picture]))
    }
  }

  @Test func `a session follows where it is cut, and whether it is`() throws {
    let plan = try Plan(Self.graph())
    let (session, whole) = try (Session(plan), Session(plan))
    let before = session.memoryFootprint
    for cut in [12..<36, 16..<32, 12..<36] {
      let picture = picture(4, rows: cut)
      let found = try results(session, picture, cut, cutToMultiplesOf: 4)
      #expect(try found == results(Session(plan), picture, cut, cutToMultiplesOf: 4))
      #expect(session.memoryFootprint.arenaByteCount > before.arenaByteCount)
    }
    let picture = picture(4, rows: 12..<36)
    let exact = try whole.results([picture])
    for _ in 1...3 { #expect(try results(session, picture, 12..<36) == exact) }
    #expect(try results(session, picture, 12..<36, cutToMultiplesOf: 4) != exact)
    #expect(try results(session, picture, 12..<36) == exact)
    #expect(session.memoryFootprint == before)
  }

  @Test(arguments: [(17..<31, 1), (18..<31, 5), (18..<31, 3), (2..<46, 4), (18..<31, 0)])
  func `a cut through rows, or of all rows, is none`(rows: Range<Int>, multiple: Int) throws {
    let session = try Session(Plan(Self.graph()))
    for seed in 1...3 as ClosedRange<UInt64> {
      let picture = picture(seed, rows: rows)
      #expect(
        try results(session, picture, rows, cutToMultiplesOf: multiple) == Session(session.plan).results([picture]))
    }
  }

  @Test(arguments: [42..<150, 24..<168], Precision.allCases)
  func `the palm detector computes less, and keeps less than 2 MB`(rows: Range<Int>, precision: Precision) throws {
    let network = try #require(NetworkTests.large.first { $0.name == "hand_detector" })
    let plan = try Plan(network.model(), options: PlanOptions(precision: precision))
    let emits = plan.steps.allSatisfy { $0.provider == .machineCode }
    // Compiled kernels take seconds in a debug build.
    guard emits || !_isDebugAssertConfiguration() else { return }
    let session = try Session(plan)
    let whole = try Session(plan)
    for seed in 1...3 as ClosedRange<UInt64> {
      let picture = picture(seed, rows: rows, of: 192)
      #expect(try results(session, picture, rows) == whole.results([picture]))
    }
    #expect(computedPart(session) < 1)
    #expect(session.memoryFootprint.arenaByteCount - whole.memoryFootprint.arenaByteCount < 2 << 20)
    // Units of several rows, such as bands, may be on both sides of a cut.
    _ = try results(session, picture(1, rows: rows, of: 192), rows, cutToMultiplesOf: 32)
    let isCut = rows == 42..<150
    let kept = session.memoryFootprint.arenaByteCount - whole.memoryFootprint.arenaByteCount
    print("palm detector, rows \(rows), \(precision): computes \(computedPart(session)), keeps \(kept) bytes")
    #expect(computedPart(session) < (isCut ? 0.8 : 1))
    #expect(kept < 2 << 20)
  }

  /// The part of a session's multiply-adds that its next run computes.
  private func computedPart(_ session: Session) -> Double {
    let steps = session.plan.steps
    let computed = zip(steps, session.computedRows).reduce(0) { sum, step in
      sum + (step.1.map { step.0.multiplyAdds * $0.count / step.0.outputShapes[0][1] } ?? step.0.multiplyAdds)
    }
    return Double(computed) / Double(steps.reduce(0) { $0 + $1.multiplyAdds })
  }
}
