import TensorRuntime
import TestSupport
import Testing

@Suite struct MinimumTests {
  @Test func `takes the smaller element`() throws {
    // Operands 1 -2 6 and 2 4 -3.
    #expect(try OperatorFixture("minimum", "tiny").floats() == [[1, -2, -3]])
  }

  @Test(arguments: OperatorFixture.cases(of: "minimum"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "minimum"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
