import TensorRuntime
import TestSupport
import Testing

@Suite struct AddTests {
  @Test func `adds element by element`() throws {
    // Operands 1 -2 6 and 2 4 -3.
    #expect(try OperatorFixture("add", "tiny").floats() == [[3, 2, 3]])
  }

  @Test(arguments: OperatorFixture.cases(of: "add"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "add"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
