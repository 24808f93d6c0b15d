import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct ComparisonTests {
  @Test(
    arguments: [
      ("less", [1, 0, 0]), ("less_equal", [1, 1, 0]), ("equal", [0, 1, 0]), ("not_equal", [1, 0, 1]),
      ("greater", [0, 0, 1]),
      ("greater_equal", [0, 1, 1]),
    ] as [(String, [UInt8])])
  func `1 2 3 against 2`(_ folder: String, _ expected: [UInt8]) throws {
    let fixture = OperatorFixture(folder, "int32_channels_second")
    let shapes = try fixture.inputs().map(\.shape)
    func array(_ values: [Int32], _ shape: [Int]) -> NPYFile {
      let padded = values + [Int32](repeating: 0, count: shape.reduce(1, *) - values.count)
      return NPYFile(elementType: .int32, shape: shape, bytes: padded.withUnsafeBytes { Array($0) })
    }
    let output = try fixture.run([array([1, 2, 3], shapes[0]), array([2, 2, 2], shapes[1])])[0]
    #expect(Array(output.bytes.prefix(3)) == expected)
  }
}
