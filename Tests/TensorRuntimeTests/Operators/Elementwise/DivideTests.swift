import TensorRuntime
import TestSupport
import Testing

@Suite struct DivideTests {
  @Test func `divides by the second operand`() throws {
    // Operands 1 -2 6 and 2 4 -3.
    #expect(try OperatorFixture("div", "tiny").floats() == [[0.5, -0.5, -2]])
  }

  @Test(arguments: OperatorFixture.cases(of: "div"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "div"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
