import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Values that are kept from run to run: to whom they belong, and what a wrong use of them is called.
@Suite struct VariablesTests {
  private func refusal(_ archive: String, _ name: String) throws -> ModelError? {
    let model = try OperatorFixture(archive, "bad_" + name).model()
    do throws(ModelError) {
      _ = try Plan(model)
      return nil
    } catch {
      return error
    }
  }

  @Test func `two sessions of a plan have variables of their own`() throws {
    let plan = try Plan(OperatorFixture("call_once", "counter").model())
    let (one, two) = (try Session(plan), try Session(plan))
    #expect(try one.results([[1, 1]]) == [[11, 21]])
    #expect(try one.results([[1, 1]]) == [[12, 22]])
    #expect(try two.results([[5, 5]]) == [[15, 25]])
    #expect(try one.results([[1, 1]]) == [[13, 23]])
  }

  @Test func `a session can start over`() throws {
    let session = try Session(Plan(OperatorFixture("call_once", "counter").model()))
    #expect(try session.results([[1, 2]]) == [[11, 22]])
    #expect(try session.results([[1, 2]]) == [[12, 24]])
    session.resetState()
    #expect(try session.results([[1, 2]]) == [[11, 22]])
  }

  @Test func `a resized interpreter starts over`() throws {
    let interpreter = try Interpreter(OperatorFixture("call_once", "counter").model())
    for expected in [[11, 22], [12, 24]] as [[Float]] {
      interpreter.setInput(0, to: [1, 2] as [Float])
      try interpreter.run()
      #expect(interpreter.output(0, as: Float.self) == expected)
    }
    try interpreter.resizeInputs(to: [[2]])
    interpreter.setInput(0, to: [1, 2] as [Float])
    try interpreter.run()
    #expect(interpreter.output(0, as: Float.self) == [11, 22])
  }

  @Test func `measured runs keep values too`() throws {
    let session = try Session(Plan(OperatorFixture("call_once", "counter").model()))
    session.setInput(0, [1, 1])
    _ = try session.runMeasured()
    _ = try session.runMeasured()
    #expect(session.output(0) == [12, 22])
    try session.run(changingRows: 0..<1)
    #expect(session.output(0) == [13, 23])
  }

  @Test func `variables belong to the memory of a session`() throws {
    let with = try Session(Plan(OperatorFixture("read_variable", "window").model())).memoryFootprint.arenaByteCount
    let plan = try Session(Plan(OperatorFixture("read_variable", "window").model())).plan
    #expect(with >= plan.arenaByteCount + 3 * 4 * 4)
  }

  @Test func `a variable that is read before anything was assigned is an error of the run`() throws {
    let session = try Session(Plan(OperatorFixture("unanswered", "variable_without_a_value").model()))
    session.setInput(0, [1, 2])
    #expect(throws: ModelError.node(index: 1, name: "READ_VARIABLE", .inputNotAssigned(0))) { try session.run() }
    #expect(throws: ModelError.node(index: 1, name: "READ_VARIABLE", .inputNotAssigned(0))) { try session.run() }
  }

  @Test func `errors name the operator and what is wrong`() throws {
    #expect(
      try refusal("assign_variable", "assigned_with_another_shape")
        == .node(index: 2, name: "ASSIGN_VARIABLE", .inputShape(input: 1, expected: "[2], the variable's", found: [3])))
    #expect(
      try refusal("assign_variable", "assigned_with_another_type")
        == .node(index: 2, name: "ASSIGN_VARIABLE", .inputType(input: 1, expected: [.float32], found: .int32)))
    #expect(
      try refusal("read_variable", "read_as_another_type")
        == .node(index: 2, name: "READ_VARIABLE", .inputType(input: 0, expected: [.int32], found: .float32)))
    #expect(try refusal("read_variable", "no_handle") == .node(index: 1, name: "READ_VARIABLE", .inputNotVariable(0)))
    #expect(
      try refusal("var_handle", "a_handle_is_no_number")
        == .node(index: 1, name: "ADD", .elementTypeNotSupported(.resource)))
    #expect(
      try refusal("call_once", "call_itself")
        == .node(index: 1, name: "CALL_ONCE", .subgraph(0, reason: "calls itself")))
    #expect(
      try refusal("call_once", "call_missing")
        == .node(index: 1, name: "CALL_ONCE", .subgraph(7, reason: "does not exist")))
    #expect(
      try refusal("var_handle", "a_long_name")
        == .node(index: 1, name: "VAR_HANDLE", .value(name: "length of a name", 2000)))
  }
}
