import TFLiteFormat
import TensorRuntime
import Testing

@Suite struct TensorTypeTests {
  @Test func `elements and bytes are counted`() throws {
    let type = try TensorType(.float32, [2, 3, 4])
    #expect(type.elementCount == 24)
    #expect(type.byteCount == 96)
    #expect(try TensorType(.float16, [5]).byteCount == 10)
  }

  @Test func `a scalar has one element`() throws {
    #expect(try TensorType(.int64, []).elementCount == 1)
    #expect(try TensorType(.int64, []).byteCount == 8)
  }

  @Test func `a zero extent makes a tensor empty`() throws {
    #expect(try TensorType(.float32, [3, 0, 5]).elementCount == 0)
    #expect(try TensorType(.float32, [3, 0, 5]).byteCount == 0)
  }

  @Test(arguments: [
    [-1], [3, -1], [0, -1], [.min], [.max], [.max, .max], [1 << 32, 1 << 32], [1 << 62, 4], [1 << 16, 1 << 16],
    [-1, -1], [.min, .min],
  ])
  func `negative and absurd shapes are refused`(shape: [Int]) {
    #expect(throws: OperatorError.shapeTooLarge(shape)) { try TensorType(.float32, shape) }
  }

  @Test(arguments: [[0, .max], [.max, 0], [1 << 40, 0, 1 << 40], [0, 0, 1 << 33]])
  func `a zero does not hide an absurd extent`(shape: [Int]) {
    #expect(throws: OperatorError.shapeTooLarge(shape)) { try TensorType(.uint8, shape) }
  }

  @Test func `a tensor without elements has moderate extents`() throws {
    #expect(try TensorType(.float32, [0, 1 << 12, 1 << 12]).elementCount == 0)
    #expect(throws: OperatorError.shapeTooLarge([0, 1 << 12, 1 << 13])) {
      try TensorType(.float32, [0, 1 << 12, 1 << 13])
    }
  }

  @Test func `eight dimensions are the limit`() throws {
    #expect(try TensorType(.float32, [Int](repeating: 1, count: 8)).elementCount == 1)
    for rank in [9, 30_000] {
      #expect(throws: OperatorError.value(name: "number of dimensions", rank)) {
        try TensorType(.float32, [Int](repeating: 1, count: rank))
      }
    }
  }

  @Test func `two gibibytes are the limit`() throws {
    let limit = 1 << 31
    #expect(try TensorType(.uint8, [limit]).byteCount == limit)
    #expect(try TensorType(.float32, [limit / 4]).byteCount == limit)
    #expect(throws: OperatorError.shapeTooLarge([limit + 1])) { try TensorType(.uint8, [limit + 1]) }
    #expect(throws: OperatorError.shapeTooLarge([limit / 4 + 1])) { try TensorType(.float32, [limit / 4 + 1]) }
  }

  @Test(arguments: [ElementType.string, .resource, .variant, .int2, .int4, .uint4])
  func `elements without a size in bytes are refused`(elementType: ElementType) {
    #expect(throws: OperatorError.elementTypeNotSupported(elementType)) { try TensorType(elementType, [1]) }
  }
}
