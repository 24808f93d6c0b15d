import TensorRuntime
import TestSupport
import Testing

@Suite struct MultiplyTests {
  @Test func `multiplies element by element`() throws {
    // Operands 1 -2 6 and 2 4 -3.
    #expect(try OperatorFixture("mul", "tiny").floats() == [[2, -8, -18]])
  }

  @Test(arguments: OperatorFixture.cases(of: "mul"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "mul"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
