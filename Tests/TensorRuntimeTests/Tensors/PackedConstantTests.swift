import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import Testing

/// Constants as quantizers store them, dequantized by a table lookup of all rows.
@Suite struct PackedConstantTests {
  /// The rows of a table of constants.
  private func rows(
    _ type: ElementType, _ shape: [Int], _ data: [UInt8], _ quantization: FlatWriter.Value,
    scales: OneOperator.Tensor? = nil
  ) throws -> [Float] {
    let table = OneOperator.Tensor(shape: shape, type: type, data: data, quantization: quantization)
    let indices = OneOperator.Tensor.integers((0..<Int32(shape[0])).map { $0 })
    var model = OneOperator(name: "EMBEDDING_LOOKUP", inputs: [indices, table])
    if let scales {
      model.inputs.append(scales)
      model.inputIndices = [0, 1]
    }
    let session = try Session(Plan(Model(Bytes(model.bytes))))
    try session.run()
    return session.output(0)
  }

  private func half(_ values: [Float16]) -> [UInt8] {
    values.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
  }

  private func blocks(of size: Int, zeroPoints: Int = -1) -> FlatWriter.Value {
    // The scales are the third tensor.
    .table([4: .byte(2), 5: .table([0: .int(2), 1: .int(zeroPoints), 2: .int(size)])])
  }

  @Test func `integers of 2 and 4 bits begin in the lowest bits of a byte`() throws {
    let scale = OneOperator.Tensor.quantized([0.5])
    // 0, 1, −2, −1 and 1
    #expect(try rows(.int2, [1, 5], [0b11_10_01_00, 0b01], scale) == [0, 0.5, -1, -0.5, 0.5])
    // 1, −8, 7
    #expect(try rows(.int4, [1, 3], [0x81, 0x07], scale) == [0.5, -4, 3.5])
    let shifted = OneOperator.Tensor.quantized([0.5], zeroPoints: [8])
    // 1, 8, 15
    #expect(try rows(.uint4, [1, 3], [0x81, 0x0F], shifted) == [-3.5, 0, 3.5])
  }

  @Test func `each block of a row has a scale of its own`() throws {
    let scales = OneOperator.Tensor(shape: [2, 2], type: .float16, data: half([1, 0.5, 2, 0.25]))
    // Rows of 1, 2, 3, −1 and of −8, 7, 1, 1.
    let data: [UInt8] = [0x21, 0xF3, 0x78, 0x11]
    #expect(
      try rows(.int4, [2, 4], data, blocks(of: 2), scales: scales) == [1, 2, 1.5, -0.5, -16, 14, 0.25, 0.25])
    let floats = OneOperator.Tensor.ones([1, 1])
    #expect(try rows(.int8, [1, 2], [3, 0xFE], blocks(of: 2), scales: floats) == [3, -2])
    #expect(try rows(.int2, [1, 4], [0b11_10_01_00], blocks(of: 4), scales: floats) == [0, 1, -2, -1])
  }

  @Test(arguments: [ElementType.int2, .int4, .uint4])
  func `a constant has exactly the bytes that its integers need`(type: ElementType) throws {
    let scale = OneOperator.Tensor.quantized([1])
    for count in [0, 1, 2, 3, 4] {
      let expected = type == .int2 ? 2 : 3
      let data = [UInt8](repeating: 0, count: count)
      guard count != expected, count > 0 else { continue }
      #expect(throws: ModelError.self, "\(count)") { try rows(type, [1, 5], data, scale) }
    }
  }

  @Test func `schemes that are not supported are named`() {
    let scales = OneOperator.Tensor.ones([1, 1])
    let expectations: [(FlatWriter.Value, String)] = [
      (.table([4: .byte(3), 5: .table([:])]), "one scale, or one for each channel or block"),
      (blocks(of: 2, zeroPoints: 2), "blocks that have no zero points"),
    ]
    for (quantization, words) in expectations {
      let error = #expect(throws: ModelError.self) {
        try rows(.int4, [1, 2], [0x21], quantization, scales: scales)
      }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
  }
}
