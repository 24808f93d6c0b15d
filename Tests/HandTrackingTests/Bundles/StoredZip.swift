/// Writes zip archives of stored entries, for bundles that are wrong in one place.
enum StoredZip {
  /// An archive of entries in their order, to be appended to `offset` bytes.
  static func archive(_ entries: [(name: String, bytes: [UInt8])], offset: Int = 0) -> [UInt8] {
    var output: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let name = Array(entry.name.utf8)
      let sizes = little(checksum(of: entry.bytes), 4) + little(entry.bytes.count, 4) + little(entry.bytes.count, 4)
      // Version 2.0, no flags, stored, 1980-01-01.
      let common = little(20, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0x21, 2) + sizes
      directory += little(0x0201_4B50, 4) + little(20, 2) + common + little(name.count, 2)
      directory +=
        little(0, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(offset + output.count, 4)
      directory += name
      output += little(0x0403_4B50, 4) + common + little(name.count, 2) + little(0, 2) + name + entry.bytes
    }
    let start = output.count
    output += directory
    output += little(0x0605_4B50, 4) + little(0, 2) + little(0, 2) + little(entries.count, 2)
    output += little(entries.count, 2) + little(directory.count, 4) + little(offset + start, 4) + little(0, 2)
    return output
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func checksum(of bytes: [UInt8]) -> Int {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1
      }
    }
    return Int(~sum)
  }
}
