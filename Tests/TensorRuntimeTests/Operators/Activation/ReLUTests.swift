import TensorRuntime
import TestSupport
import Testing

@Suite struct ReLUTests {
  @Test func `negative values become zero`() throws {
    // Input -2 0 7.
    #expect(try OperatorFixture("relu", "tiny").floats() == [[0, 0, 7]])
  }

  @Test(arguments: OperatorFixture.cases(of: "relu"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "relu"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
