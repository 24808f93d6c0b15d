import TensorRuntime
import TestSupport
import Testing

@Suite struct MaximumTests {
  @Test func `takes the larger element`() throws {
    // Operands 1 -2 6 and 2 4 -3.
    #expect(try OperatorFixture("maximum", "tiny").floats() == [[2, 4, 6]])
  }

  @Test(arguments: OperatorFixture.cases(of: "maximum"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "maximum"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
