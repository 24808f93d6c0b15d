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

  /// A map of `count` equal keys to their number, or a vector of as many integers, with slots of four bytes.
  private func root(_ count: Int, isMap: Bool) -> FlexValue? {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var bytes: [UInt8] = [0x6B, 0, 0, 0] + word(count)
    let keys = bytes.count
    for index in 0..<count { bytes += word(isMap ? keys + 4 * index : index) }
    var start = keys
    if isMap {
      bytes += word(bytes.count - keys) + word(4) + word(count)
      start = bytes.count
      for index in 0..<count { bytes += word(index) }
      bytes += [UInt8](repeating: 1 << 2 | 2, count: count)
    }
    bytes += word(bytes.count - start) + [(isMap ? 9 : 11) << 2 | 2, 4]
    return FlexValue(root: Bytes(bytes))
  }

  @Test func `maps and vectors have a limit`() throws {
    #expect(try #require(root(4096, isMap: true))["k"]?.integer == 0)
    #expect(try #require(root(4097, isMap: true))["k"] == nil)
    #expect(try #require(root(4096, isMap: false)).integers?.count == 4096)
    #expect(try #require(root(4097, isMap: false)).integers == nil)
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
