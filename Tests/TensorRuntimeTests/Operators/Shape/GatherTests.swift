import TensorRuntime
import TestSupport
import Testing

@Suite struct GatherTests {
  @Test func `rows are taken in the order of the indices`() throws {
    // Rows 1 2, 3 4, 5 6; indices 2 0.
    #expect(try OperatorFixture("gather", "tiny").floats() == [[5, 6, 1, 2]])
  }

  @Test(arguments: OperatorFixture.cases(of: "gather"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "gather"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
