import TensorRuntime
import TestSupport
import Testing

@Suite struct SubtractTests {
  @Test func `subtracts the second operand`() throws {
    // Operands 1 -2 6 and 2 4 -3.
    #expect(try OperatorFixture("sub", "tiny").floats() == [[-1, -6, 9]])
  }

  @Test(arguments: OperatorFixture.cases(of: "sub"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "sub"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
