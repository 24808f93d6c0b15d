import TensorRuntime
import TestSupport
import Testing

@Suite struct ReLUN1To1Tests {
  @Test func `values are limited to −1…1`() throws {
    // Input -2 0 7.
    #expect(try OperatorFixture("relu_n1_to_1", "tiny").floats() == [[-1, 0, 1]])
  }

  @Test(arguments: OperatorFixture.cases(of: "relu_n1_to_1"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "relu_n1_to_1"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
