import TFLiteFormat

/// Bundles made of parts of the shipped ones.
enum StoredZip {
  /// A zip archive of stored entries.
  static func bytes(_ entries: [(name: String, data: [UInt8])]) -> [UInt8] {
    var output: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = output.count
      let name = Array(entry.name.utf8)
      let facts =
        word(checksum(entry.data)) + word(UInt32(entry.data.count)) + word(UInt32(entry.data.count))
        + half(name.count) + half(0)
      output += word(0x0403_4B50) + half(20) + half(0) + half(0) + half(0) + half(0x21) + facts + name + entry.data
      directory += word(0x0201_4B50) + half(20) + half(20) + half(0) + half(0) + half(0) + half(0x21) + facts
      directory += half(0) + half(0) + half(0) + word(0) + word(UInt32(offset)) + name
    }
    let end =
      word(0x0605_4B50) + half(0) + half(0) + half(entries.count) + half(entries.count)
      + word(UInt32(directory.count)) + word(UInt32(output.count)) + half(0)
    return output + directory + end
  }

  private static func half(_ value: Int) -> [UInt8] {
    [UInt8(value & 255), UInt8(value >> 8 & 255)]
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// CRC-32, a bit at a time.
  private static func checksum(_ data: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in data {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
