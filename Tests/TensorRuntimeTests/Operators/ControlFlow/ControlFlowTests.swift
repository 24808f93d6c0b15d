import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Loops and branches: what bounds them, and what a wrong subgraph is called.
@Suite struct ControlFlowTests {
  private func refusal(_ archive: String, _ name: String, _ options: PlanOptions = PlanOptions()) throws -> ModelError?
  {
    let model = try OperatorFixture(archive, name).model()
    do throws(ModelError) {
      _ = try Plan(model, options: options)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [1, 2])
  func `a loop that does not end is ended by the time limit`(threads: Int) throws {
    let limit = Duration.milliseconds(200)
    let options = PlanOptions(limits: ModelLimits(time: limit))
    let session = try Session(
      Plan(OperatorFixture("while", "count_from_the_input").model(), options: options), threads: threads)
    session.withInput(0) { $0.storeBytes(of: Int32.max, as: Int32.self) }
    #expect(throws: ModelError.tooSlow(limit: limit)) { try session.run() }
    #expect(throws: ModelError.tooSlow(limit: limit)) { _ = try session.runMeasured() }
    // It can be run again.
    session.withInput(0) { $0.storeBytes(of: Int32(3), as: Int32.self) }
    session.setInput(1, [1, 2])
    try session.run()
    #expect(session.output(2) == [8, 16])
  }

  @Test func `a loop whose body only changes the places of its state`() throws {
    let session = try Session(Plan(OperatorFixture("unanswered", "places_are_changed").model()))
    // Four iterations of three places are one.
    #expect(try session.results([[1, 2], [3, 4], [5, 6]]) == [[3, 4], [5, 6], [1, 2]])
    #expect(try session.results([[3, 4], [5, 6], [1, 2]]) == [[5, 6], [1, 2], [3, 4]])
  }

  @Test func `errors name the operator and the subgraph`() throws {
    #expect(
      try refusal("while", "bad_no_condition")
        == .node(
          index: 0, name: "WHILE",
          .subgraph(1, reason: "is not a condition: expected one Boolean output")))
    #expect(
      try refusal("stablehlo_composite", "bad_itself")
        == .node(index: 0, name: "STABLEHLO_COMPOSITE", .subgraph(0, reason: "calls itself")))
    #expect(
      try refusal("stablehlo_composite", "bad_very_many_operands")?.description.contains(
        "have too many operators, operands and tensors") == true)
    #expect(
      try refusal("stablehlo_composite", "bad_a_wrong_operator_inside")
        == .node(index: 0, name: "SOFTMAX", .inputMissing(0)))
  }

  @Test func `a state that grows without end is refused`() throws {
    // 2 floats, twice as many in each iteration: more bytes than a tensor has, in any case.
    let error = try refusal("while", "bad_state_that_grows")
    #expect(error?.description.contains("CONCATENATION") == true, "\(String(describing: error))")
  }

  @Test(arguments: [1, 2])
  func `a loop has as many iterations of other shapes as stages`(threads: Int) throws {
    let interpreter = try Interpreter(OperatorFixture("while", "tokens_are_appended").model(), threads: threads)
    interpreter.setInput(0, to: [Int32(-400)])
    interpreter.setInput(1, to: [Int32(1), 2])
    #expect(throws: ModelError.tooManyStages(limit: 256)) { try interpreter.run() }
    // It can be run again.
    interpreter.setInput(0, to: [Int32(8)])
    try interpreter.run()
    #expect(interpreter.output(1, as: Int32.self) == [1, 2])
  }

  @Test(arguments: [1, 2])
  func `a state whose shape turns out to be another one ends the run`(threads: Int) throws {
    let session = try Session(Plan(OperatorFixture("unanswered", "a_state_that_is_cut").model()), threads: threads)
    func run(_ count: Int32) throws {
      session.withInput(0) { $0.storeBytes(of: count, as: Int32.self) }
      session.setInput(1, [1, 2, 3, 4])
      try session.run()
    }
    let reason = "has output 1 of float32 [3], expected float32 [4], as it has inputs"
    for _ in 0..<2 {
      #expect(throws: ModelError.node(index: 0, name: "WHILE", .subgraph(2, reason: reason))) { try run(3) }
    }
    #expect(throws: ModelError.node(subgraph: 2, index: 1, name: "SLICE", .value(name: "size", 5))) { try run(4) }
    // It can be run again.
    try run(9)
    #expect(session.output(1) == [1, 2, 3, 4])
  }

  @Test func `what a loop prepares at run time counts`() throws {
    let model = try OperatorFixture("while", "an_element_of_a_list_is_set").model()
    let session = try Session(Plan(model))
    let before = session.memoryByteCount
    try session.run()
    #expect(session.memoryByteCount > before)
    let tight = try Session(Plan(model, options: PlanOptions(limits: ModelLimits(memoryByteCount: before))))
    #expect(throws: ModelError.self) { try tight.run() }
  }

  /// Intermediates are places in the subgraph, which an input that a composite leaves out does not have.
  @Test func `an intermediate that a composite does not have is refused`() throws {
    typealias Table = [Int: FlatWriter.Value]
    func subgraph(_ operation: Table) -> Table {
      let tensors: [Table] = (0..<3).map { [0: .int32s([2]), 1: .byte(0), 2: .int(0), 3: .string("t\($0)")] }
      return [0: .tables(tensors), 1: .int32s([0, 1]), 2: .int32s([2]), 3: .tables([operation])]
    }
    // A composite of the second subgraph, without its first input; RELU, whose intermediate that is.
    let composite: Table = [
      0: .int(0), 1: .int32s([-1, 1]), 2: .int32s([2]), 11: .byte(1), 12: .table([1: .int(1)]),
    ]
    let inside: Table = [0: .int(1), 1: .int32s([1]), 2: .int32s([2]), 8: .int32s([0])]
    let codes: [Table] = [[0: .byte(127), 2: .int(1), 3: .int(206)], [0: .byte(19), 2: .int(1), 3: .int(19)]]
    let root: Table = [
      0: .int(3), 1: .tables(codes), 2: .tables([subgraph(composite), subgraph(inside)]), 4: .tables([[:]]),
    ]
    let model = try Model(Bytes(FlatWriter.buffer(root: root, identifier: "TFL3")))
    #expect(throws: ModelError.node(index: 0, name: "STABLEHLO_COMPOSITE", .inputMissing(0))) {
      try Plan(model)
    }
  }

  @Test func `the memory of subgraphs counts`() throws {
    let fixture = try OperatorFixture("if", "convolutions").model()
    let plan = try Plan(fixture)
    let weights = MemoryFootprint(sharedBy: [plan]).weightByteCount
    // Two filters, of one and of nine pixels.
    #expect(weights >= (1 + 9) * 3 * 4 * 4)
    #expect(
      try refusal("if", "convolutions", PlanOptions(limits: ModelLimits(memoryByteCount: 3000)))?.description
        .contains("memory") == true)
  }

  @Test func `interpreters run loops whose inputs are resized`() throws {
    let interpreter = try Interpreter(OperatorFixture("stablehlo_composite", "one_operator").model())
    try interpreter.resizeInput(0, to: [4, 3])
    interpreter.setInput(0, to: (0..<12).map { Float($0) })
    try interpreter.run()
    #expect(interpreter.output(0, as: Float.self) == (0..<12).map { Float($0) / 2 })
  }
}
