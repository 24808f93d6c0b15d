import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct PlanTests {
  /// A model of tensors and operators, without data.
  private func model(
    tensors: [[Int: FlatWriter.Value]], inputs: [Int], outputs: [Int], operators: [[Int: FlatWriter.Value]] = [],
    codes: [Int] = []
  ) throws -> Model {
    let graph: [Int: FlatWriter.Value] = [
      0: .tables(tensors), 1: .int32s(inputs), 2: .int32s(outputs), 3: .tables(operators),
    ]
    return try Model(
      Bytes(
        FlatWriter.buffer(
          root: [
            0: .int(3), 1: .tables(codes.map { [0: .byte($0), 3: .int($0)] }), 2: .tables([graph]),
            4: .tables([[:]]),
          ], identifier: "TFL3")))
  }

  private func tensor(_ name: String, _ shape: [Int], isVariable: Bool = false) -> [Int: FlatWriter.Value] {
    [0: .int32s(shape), 1: .byte(0), 3: .string(name), 5: .byte(isVariable ? 1 : 0)]
  }

  private func use(_ code: Int, _ inputs: [Int], _ outputs: [Int]) -> [Int: FlatWriter.Value] {
    [0: .int(code), 1: .int32s(inputs), 2: .int32s(outputs)]
  }

  @Test func `inputs, outputs and steps are described`() throws {
    let plan = try Plan(
      model(
        tensors: [tensor("picture", [1, 2, 3]), tensor("limited", [])], inputs: [0], outputs: [1],
        operators: [use(0, [0], [1])], codes: [19]))
    #expect(plan.inputs.map(\.name) == ["picture"])
    #expect(plan.inputs[0].shape == [1, 2, 3])
    #expect(plan.inputs[0].elementCount == 6)
    #expect(plan.inputs[0].byteCount == 24)
    // The shape of a computed tensor comes from the operator, whatever the file says.
    #expect(plan.outputs[0].shape == [1, 2, 3])
    #expect(plan.steps.map(\.name) == ["RELU"])
    #expect(plan.steps[0].inputShapes == [[1, 2, 3]])
    #expect(plan.steps[0].outputShapes == [[1, 2, 3]])
    #expect(plan.arenaByteCount == 128)
  }

  @Test func `all operators that are missing are named at once`() throws {
    let model = try model(
      tensors: (0..<5).map { tensor("t\($0)", [1]) }, inputs: [0], outputs: [4],
      operators: [use(0, [0], [1]), use(1, [1], [2]), use(0, [2], [3]), use(2, [3], [4])], codes: [10, 19, 15])
    #expect(throws: ModelError.unsupportedOperators(["HASHTABLE_LOOKUP", "LSH_PROJECTION"])) { try Plan(model) }
  }

  @Test func `heaps of combining marks in the names of operators take no time`() throws {
    // Below and above in turns: to put them in order takes the square of their number.
    let names = (0..<4).map { "a" + String(repeating: "\u{0301}\u{0323}", count: 200_000) + String($0) }
    let graph: [Int: FlatWriter.Value] = [
      0: .tables([tensor("input", [1])]), 1: .int32s([0]), 2: .int32s([0]),
      3: .tables(names.indices.map { use($0, [], []) }),
    ]
    let codes: [[Int: FlatWriter.Value]] = names.map { [0: .byte(32), 1: .string($0), 3: .int(32)] }
    let model = try Model(
      Bytes(
        FlatWriter.buffer(
          root: [0: .int(3), 1: .tables(codes), 2: .tables([graph]), 4: .tables([[:]])], identifier: "TFL3")))
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    guard case .unsupportedOperators(let found) = error else {
      Issue.record("another error")
      return
    }
    #expect(found.count == 4)
  }

  @Test func `a fault names the operator and its place`() throws {
    let model = try model(
      tensors: (0..<4).map { tensor("t\($0)", [1]) }, inputs: [0], outputs: [3],
      operators: [use(0, [0], [1]), use(1, [1, 0, 0], [3])], codes: [19, 0])
    #expect(throws: ModelError.node(index: 1, name: "ADD", .inputCount(expected: 2...2, found: 3))) {
      try Plan(model)
    }
  }

  @Test func `an operator must have as many outputs as it computes`() throws {
    let model = try model(
      tensors: (0..<3).map { tensor("t\($0)", [1]) }, inputs: [0], outputs: [1],
      operators: [use(0, [0], [1, 2])], codes: [19])
    #expect(throws: ModelError.node(index: 0, name: "RELU", .outputCount(expected: 1, found: 2))) { try Plan(model) }
  }

  @Test func `a variable that nothing writes is no output and no input`() throws {
    let unwritten = try model(
      tensors: [tensor("picture", [1]), tensor("state", [4], isVariable: true)], inputs: [0], outputs: [1])
    #expect(throws: ModelError.outputWithoutValue(index: 1, name: "state")) { try Plan(unwritten) }
    let unread = try model(
      tensors: [tensor("picture", [1]), tensor("state", [1], isVariable: true), tensor("sum", [1])], inputs: [0],
      outputs: [2], operators: [use(0, [0, 1], [2])], codes: [0])
    #expect(throws: ModelError.node(index: 0, name: "ADD", .inputMissing(1))) { try Plan(unread) }
  }

  @Test func `a model that needs more memory than allowed is refused`() throws {
    let model = try model(tensors: [tensor("picture", [1 << 18])], inputs: [0], outputs: [0])
    let enough = PlanOptions(limits: ModelLimits(memoryByteCount: 1 << 20))
    #expect(try Plan(model, options: enough).arenaByteCount == 1 << 20)
    #expect(throws: ModelError.memoryTooLarge(byteCount: 1 << 20, limit: 1 << 20 - 1)) {
      try Plan(model, options: PlanOptions(limits: ModelLimits(memoryByteCount: 1 << 20 - 1)))
    }
  }

  @Test func `an input that cannot be held is named`() throws {
    let model = try model(tensors: [tensor("picture", [1 << 30])], inputs: [0], outputs: [0])
    #expect(throws: ModelError.tensor(index: 0, name: "picture", .shapeTooLarge([1 << 30]))) {
      try Plan(model)
    }
  }

  @Test func `an empty tensor needs no data, as input and as output`() throws {
    let model = try model(
      tensors: [tensor("nothing", [0, 3]), tensor("limited", [])], inputs: [], outputs: [1, 0],
      operators: [use(0, [0], [1])], codes: [19])
    let session = try Session(Plan(model))
    try session.run()
    #expect(session.output(0) == [])
    #expect(session.output(1) == [])
    #expect(session.plan.outputs.map(\.shape) == [[0, 3], [0, 3]])
  }

  @Test func `the asked provider is taken where there is one`() throws {
    for provider in KernelProvider.available {
      var builder = GraphBuilder()
      let input = try builder.input([20, 20])
      let filter = try builder.constant([Float](repeating: 1, count: 400), [20, 20])
      let output = try builder.apply(FullyConnected(parsing: .defaults), input, filter)
      #expect(try Plan(builder.graph(outputs: [output]), provider: provider).steps[0].provider == provider)
    }
  }
}
