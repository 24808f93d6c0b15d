import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct ConversionTests {
  @Test func `half-precision values are widened`() throws {
    #expect(try OperatorFixture("dequantize", "tiny").floats() == [[0.5, -2, 65504]])
  }

  @Test func `floats go to the nearest integer that there is, and NaN to zero`() throws {
    let fixture = OperatorFixture("cast", "float32_to_int8")
    let shape = try fixture.inputs()[0].shape
    let values: [Float] = [1.9, -1.9, 300, -300, .infinity, -.infinity, .nan]
    let padded = values + [Float](repeating: 0, count: shape[0] - values.count)
    let output = try fixture.run([NPYFile(floats: padded, shape: shape)])[0].elements(as: Int8.self)
    #expect(Array(output.prefix(7)) == [1, -1, 127, -128, 127, -128, 0])
  }
}
