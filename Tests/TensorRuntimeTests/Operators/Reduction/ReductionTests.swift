import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let reduction: [String: Rule] = [
    "MEAN": { .reorderedSum(terms: try groupCount($0)) }, "SUM": { .reorderedSum(terms: try groupCount($0)) },
    // A rounding for each factor, in both orders.
    "REDUCE_PROD": { .ulps(try groupCount($0)) },
  ]

  /// The number of elements reduced to one.
  private static func groupCount(_ fixture: OperatorFixture) throws -> Int {
    try fixture.inputs()[0].floats.count / max(fixture.expectedOutputs()[0].floats.count, 1)
  }
}

@Suite struct ReductionTests {
  @Test(
    arguments: [
      ("mean", [3, 1]), ("reduce_max", [6, 4]), ("reduce_min", [1, -1]), ("sum", [9, 3]), ("reduce_prod", [12, 0]),
    ]
      as [(String, [Float])])
  func `rows 1 2 6 and -1 0 4, each reduced to one value`(_ folder: String, _ expected: [Float]) throws {
    #expect(try OperatorFixture(folder, "tiny").floats() == [expected])
  }

  @Test func `a segment that is too large at run time ends the run, and a negative one is left out`() throws {
    let session = try Session(Plan(OperatorFixture("unsorted_segment_sum", "rank_1_at_run_time").model()))
    session.withInput(0) { $0.bindMemory(to: Float.self).update(repeating: 1) }
    func sums(_ segments: [Int32]) throws -> [Float] {
      session.withInput(1) { $0.copyBytes(from: segments.withUnsafeBytes { Array($0) }) }
      try session.run()
      return session.withOutput(0) { Array($0.bindMemory(to: Float.self)) }
    }
    let segments = [Int32](repeating: -7, count: 30) + [4, 1, 4]
    #expect(try sums(segments) == [0, 1, 0, 0, 2])
    #expect(throws: ModelError.node(index: 0, name: "UNSORTED_SEGMENT_SUM", .value(name: "index", 5))) {
      try sums(segments.dropLast() + [5])
    }
  }

  @Test func `the numbers of sorted segments decide how many sums there are`() throws {
    let fixture = OperatorFixture("segment_sum", "rank_1_at_run_time")
    func sums(_ segments: [Int32]) throws -> [Float] {
      let numbers = NPYFile(elementType: .int32, shape: [5], bytes: segments.withUnsafeBytes { Array($0) })
      return try fixture.run([NPYFile(floats: [1, 2, 3, 4, 5], shape: [5]), numbers])[0].floats
    }
    #expect(try sums([0, 0, 0, 0, 0]) == [15])
    #expect(try sums([0, 1, 2, 3, 4]) == [1, 2, 3, 4, 5])
    #expect(throws: ModelError.self) { try sums([0, 1, 3, 3, 3]) }
  }

  /// LiteRT takes them, too, but its means are all zero.
  @Test func `the mean of small integers without a scale is rounded toward zero`() throws {
    var builder = GraphBuilder()
    let (rows, axes) = (try builder.input([3, 2], .int8), try builder.integers([1]))
    let means = try builder.apply(Mean(keepsDimensions: false), rows, axes)
    let plan = try Plan(builder.graph(outputs: [means]))
    #expect(plan.outputs[0].elementType == .int8)
    let session = try Session(plan)
    session.withInput(0) { $0.copyBytes(from: [3, 4, -3, -4, 127, 126].map { UInt8(bitPattern: $0) }) }
    try session.run()
    #expect(session.withOutput(0) { $0.map { Int8(bitPattern: $0) } } == [3, -3, 126])
  }

  /// The integers are those of LiteRT's optimized kernels; its reference kernel ignores the scales.
  @Test(arguments: [(0.1, [-55, -6, -8]), (0.005, [-128, -128, -128])] as [(Float, [Int8])])
  func `sums of quantized bytes are LiteRT's integers`(_ scale: Float, _ expected: [Int8]) throws {
    func type(_ shape: [Int], scale: Float, zeroPoint: Int) throws -> TensorType {
      try TensorType(.int8, shape, quantization: TensorQuantization(scale: scale, zeroPoint: zeroPoint))
    }
    var builder = GraphBuilder()
    let (floats, axes) = (try builder.input([3, 20]), try builder.integers([1]))
    let bytes = try builder.applyAll(
      Quantize(parsing: .defaults), [floats], declared: [type([3, 20], scale: 0.02, zeroPoint: 3)])
    let sums = try builder.applyAll(
      Sum(keepsDimensions: false), [bytes[0], axes], declared: [type([3], scale: scale, zeroPoint: 5)])
    var graph = builder.graph(outputs: sums)
    try graph.lowerQuantization()
    let session = try Session(Plan(graph))
    session.withInput(0) { input in
      input.withMemoryRebound(to: Float.self) { input in
        for i in 0..<60 { input[i] = Float(i * 37 % 251 - 125 - 3) * 0.02 }
      }
    }
    try session.run()
    #expect(session.withOutput(0) { $0.map { Int8(bitPattern: $0) } } == expected)
  }

  @Test func `sums up to each element, with and without it, from both ends`() throws {
    let input = NPYFile(floats: [1, 2, 4], shape: [3])
    func sums(_ name: String) throws -> [Float] {
      let fixture = OperatorFixture("cumsum", name)
      let shape = try fixture.inputs()[0].shape
      let padded = input.floats + [Float](repeating: 0, count: shape[0] - 3)
      return Array(try fixture.run([NPYFile(floats: padded, shape: shape)])[0].floats.prefix(3))
    }
    #expect(try sums("vector") == [1, 3, 7])
    #expect(try sums("vector_exclusive") == [0, 1, 3])
    #expect(try sums("vector_reverse") == [7, 6, 4])
    #expect(try sums("vector_exclusive_reverse") == [6, 4, 0])
  }
}
