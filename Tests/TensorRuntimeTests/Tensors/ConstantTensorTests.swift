import TFLiteFormat
import TensorRuntime
import Testing

@Suite struct ConstantTensorTests {
  @Test func `a constant has exactly the bytes of its shape`() throws {
    let type = try TensorType(.float32, [2])
    #expect(throws: OperatorError.constantSize(expected: 8, found: 7)) {
      try ConstantTensor(type, bytes: Bytes([UInt8](repeating: 0, count: 7)))
    }
    #expect(throws: OperatorError.constantSize(expected: 8, found: 9)) {
      try ConstantTensor(type, bytes: Bytes([UInt8](repeating: 0, count: 9)))
    }
  }

  @Test func `integers of both widths are read at any address`() throws {
    let bytes = Bytes([9, 1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF])
    let narrow = try ConstantTensor(TensorType(.int32, [2]), bytes: bytes.slice(at: 1, count: 8))
    #expect(narrow.integers == [1, -2])
    let wide = try ConstantTensor(TensorType(.int64, [1]), bytes: bytes.slice(at: 1, count: 8))
    #expect(wide.integers == [Int(bitPattern: 0xFFFF_FFFE_0000_0001)])
  }

  @Test func `floats are not read as integers, and an empty constant has none`() throws {
    #expect(try ConstantTensor(TensorType(.float32, [1]), bytes: Bytes([0, 0, 0, 0])).integers == nil)
    #expect(try ConstantTensor(TensorType(.int32, [0]), bytes: Bytes([])).integers == [])
  }
}
