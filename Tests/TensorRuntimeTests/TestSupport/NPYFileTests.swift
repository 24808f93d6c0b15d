import TFLiteFormat
import TensorTestSupport
import TestSupport
import Testing

@Suite struct NPYFileTests {
  @Test(arguments: [[], [3], [2, 3], [1, 2, 3, 5], [0], [2, 0, 3]])
  func `a written array reads back`(_ shape: [Int]) throws {
    let array = NPYFile(floats: (0..<shape.reduce(1, *)).map { Float($0) - 0.5 }, shape: shape)
    let encoded = array.encoded()
    #expect(try NPYFile(encoded: encoded) == array)
    #expect((encoded.count - array.bytes.count) % 64 == 0)
  }

  @Test func `elements are read in the file's order`() throws {
    let bytes: [UInt8] = [1, 0, 0, 0, 255, 255, 255, 255]
    let array = NPYFile(elementType: .int32, shape: [2], bytes: bytes)
    #expect(try NPYFile(encoded: array.encoded()).elements(as: Int32.self) == [1, -1])
    #expect(array.floats.isEmpty)
  }

  @Test(arguments: [
    ("mean", "rows", "output0"), ("reshape", "to_a_scalar", "output0"), ("dequantize", "rank_1", "input0"),
  ])
  func `a file of NumPy is written back byte for byte`(_ folder: String, _ name: String, _ array: String) throws {
    let encoded = try OperatorFixture(folder, name).entry("\(array).npy").array
    #expect(try NPYFile(encoded: encoded).encoded() == encoded)
  }

  @Test func `a file that is cut short is refused`() {
    let encoded = NPYFile(floats: [1, 2, 3], shape: [3]).encoded()
    for count in 0..<encoded.count {
      #expect(throws: NPYFile.Failure.self) { try NPYFile(encoded: Array(encoded[..<count])) }
    }
  }
}
