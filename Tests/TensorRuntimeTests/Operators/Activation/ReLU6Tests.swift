import TensorRuntime
import TestSupport
import Testing

@Suite struct ReLU6Tests {
  @Test func `values are limited to 0…6`() throws {
    // Input -2 0 7.
    #expect(try OperatorFixture("relu6", "tiny").floats() == [[0, 0, 6]])
  }

  @Test(arguments: OperatorFixture.cases(of: "relu6"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "relu6"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
