import TensorRuntime
import TestSupport
import Testing

@Suite struct DequantizeTests {
  @Test func `half-precision values are widened`() throws {
    #expect(try OperatorFixture("dequantize", "tiny").floats() == [[0.5, -2, 65504]])
  }

  @Test(arguments: OperatorFixture.cases(of: "dequantize"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "dequantize"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
