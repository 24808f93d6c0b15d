import TensorRuntime
import TestSupport
import Testing

@Suite struct ConversionTests {
  @Test func `half-precision values are widened`() throws {
    #expect(try OperatorFixture("dequantize", "tiny").floats() == [[0.5, -2, 65504]])
  }
}
