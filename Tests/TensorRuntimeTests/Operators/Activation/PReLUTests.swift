import TensorRuntime
import TestSupport
import Testing

@Suite struct PReLUTests {
  @Test func `negative values are scaled by their channel's slope`() throws {
    // Channel 0 is -2 -4, slope 0.5; channel 1 is 3 0, slope 10.
    #expect(try OperatorFixture("prelu", "tiny").floats() == [[-1, 3, -2, 0]])
  }

  @Test(arguments: OperatorFixture.cases(of: "prelu"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "prelu"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
