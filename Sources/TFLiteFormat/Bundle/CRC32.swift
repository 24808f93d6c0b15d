/// The checksum of zip entries: CRC-32 with the reflected polynomial 0xEDB88320.
///
/// Sixteen bytes at a time ("slicing"): table `k` holds the effect of a byte followed by `k` more bytes.
package enum CRC32 {
  /// 16 consecutive tables of 256 entries.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 {
        value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1
      }
      tables[index] = value
    }
    for index in 256..<tables.count {
      let previous = tables[index - 256]
      tables[index] = (previous >> 8) ^ tables[Int(previous & 0xFF)]
    }
    return tables
  }()

  /// The checksum of `bytes`.
  package static func checksum(of bytes: Bytes) -> UInt32 {
    bytes.withUnsafeBytes { buffer in
      tables.withUnsafeBufferPointer { tables in
        guard let table = tables.baseAddress, let base = buffer.baseAddress else { return 0 }
        return checksum(base, count: buffer.count, table: table)
      }
    }
  }

  /// Reads exactly `count` bytes at `base`; the indices into `table` are bytes plus multiples of 256 below 16.
  private static func checksum(_ base: UnsafeRawPointer, count: Int, table: UnsafePointer<UInt32>) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    var position = 0
    while count &- position >= 16 {
      let low = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ UInt64(crc)
      let high = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position &+ 8, as: UInt64.self))
      crc = step(low, table + 8 * 256) ^ step(high, table)
      position &+= 16
    }
    while position < count {
      let byte = base.load(fromByteOffset: position, as: UInt8.self)
      crc = (crc &>> 8) ^ table[Int(truncatingIfNeeded: (crc ^ UInt32(byte)) & 0xFF)]
      position &+= 1
    }
    return ~crc
  }

  /// The combined effect of eight bytes, the last of which uses the first table.
  @inline(__always)
  private static func step(_ word: UInt64, _ table: UnsafePointer<UInt32>) -> UInt32 {
    var value = table[1792 &+ Int(truncatingIfNeeded: word & 0xFF)]
    value ^= table[1536 &+ Int(truncatingIfNeeded: (word &>> 8) & 0xFF)]
    value ^= table[1280 &+ Int(truncatingIfNeeded: (word &>> 16) & 0xFF)]
    value ^= table[1024 &+ Int(truncatingIfNeeded: (word &>> 24) & 0xFF)]
    value ^= table[768 &+ Int(truncatingIfNeeded: (word &>> 32) & 0xFF)]
    value ^= table[512 &+ Int(truncatingIfNeeded: (word &>> 40) & 0xFF)]
    value ^= table[256 &+ Int(truncatingIfNeeded: (word &>> 48) & 0xFF)]
    return value ^ table[Int(truncatingIfNeeded: word &>> 56)]
  }
}
