import TensorRuntime
import TestSupport
import Testing

@Suite struct ReduceMaxTests {
  @Test func `keeps the largest along the axis`() throws {
    // Rows 1 2 6 and -1 0 4.
    #expect(try OperatorFixture("reduce_max", "tiny").floats() == [[6, 4]])
  }

  @Test(arguments: OperatorFixture.cases(of: "reduce_max"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "reduce_max"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
