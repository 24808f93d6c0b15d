import TensorRuntime
import TestSupport
import Testing

@Suite struct ReshapeTests {
  @Test func `elements keep their order`() throws {
    let fixture = OperatorFixture("reshape", "minus_one_last_by_tensor")
    let input = try fixture.inputs()[0]
    let output = try fixture.run()[0]
    #expect(input.shape == [2, 3, 5])
    #expect(output.shape == [2, 15])
    #expect(output.bytes == input.bytes)
  }

  @Test(arguments: OperatorFixture.cases(of: "reshape"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "reshape"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
