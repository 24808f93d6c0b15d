import TFLiteFormat
import Testing

/// Buffers were written by the FlexBuffers library of the flatbuffers Python package.
@Suite struct FlexValueTests {
  /// `{"height": 16, "scale": 1.5, "subset": [3, 300, -2]}`
  private let map: [UInt8] = [
    0x68, 0x65, 0x69, 0x67, 0x68, 0x74, 0x00, 0x73, 0x63, 0x61, 0x6C, 0x65, 0x00, 0x73, 0x75, 0x62, 0x73, 0x65, 0x74,
    0x00, 0x03, 0x00, 0x03, 0x00, 0x2C, 0x01, 0xFE, 0xFF, 0x03, 0x1D, 0x17, 0x12, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0xC0, 0x3F, 0x1E, 0x00, 0x00, 0x00, 0x06,
    0x0E, 0x2D, 0x0F, 0x26, 0x01,
  ]

  @Test func `a map gives numbers and vectors by key`() throws {
    let root = try #require(FlexValue(root: Bytes(map)))
    #expect(root["height"]?.integer == 16)
    #expect(root["height"]?.float == 16)
    #expect(root["scale"]?.float == 1.5)
    #expect(root["scale"]?.integer == nil)
    #expect(root["subset"]?.integers == [3, 300, -2])
    #expect(root["width"] == nil)
    #expect(root.integer == nil)
    #expect(root.integers == nil)
  }

  @Test func `nothing is read outside the bytes`() {
    for count in 0..<map.count {
      for bytes in [Array(map.prefix(count)), Array(map.suffix(count))] {
        let root = FlexValue(root: Bytes(bytes))
        _ = (root?["subset"]?.integers, root?["scale"]?.float, root?.integers, root?.integer)
      }
    }
    for place in map.indices {
      for value: UInt8 in [0, 1, 3, 0x28, 0x2C, 0x7F, 0x80, 0xFF] {
        var bytes = map
        bytes[place] = value
        let root = FlexValue(root: Bytes(bytes))
        _ = (root?["subset"]?.integers, root?["scale"]?.float, root?["height"]?.integer, root?.integers)
      }
    }
  }
}
