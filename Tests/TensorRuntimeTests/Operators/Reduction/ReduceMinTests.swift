import TensorRuntime
import TestSupport
import Testing

@Suite struct ReduceMinTests {
  @Test func `keeps the smallest along the axis`() throws {
    // Rows 1 2 6 and -1 0 4.
    #expect(try OperatorFixture("reduce_min", "tiny").floats() == [[1, -1]])
  }

  @Test(arguments: OperatorFixture.cases(of: "reduce_min"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "reduce_min"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
