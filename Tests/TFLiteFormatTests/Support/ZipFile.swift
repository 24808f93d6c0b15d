import TFLiteFormat

/// Writes zip archives by hand, so that a test can make any field wrong.
struct ZipFile {
  /// One entry. The fields with `local` in their names stand in the local header, the others in the directory.
  struct Entry {
    var name: String
    var data: [UInt8]
    var flags = 0
    var method = 0
    var checksum: UInt32
    var storedByteCount: Int
    var originalByteCount: Int
    var localName: String
    var localFlags = 0
    var localMethod = 0
    var localChecksum: UInt32
    var localByteCount: Int
    var extra: [UInt8] = []
    var offset: Int?
    var zerosBefore = 0

    init(_ name: String, _ data: [UInt8]) {
      self.name = name
      self.data = data
      checksum = crc32(data)
      localName = name
      localChecksum = checksum
      storedByteCount = data.count
      originalByteCount = data.count
      localByteCount = data.count
    }
  }

  var entries: [Entry]
  var prefix: [UInt8] = []
  var comment: [UInt8] = []
  var gapBeforeDirectory: [UInt8] = []
  var statedCount: Int?
  var statedDirectoryOffset: Int?

  init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The archive.
  var bytes: [UInt8] {
    var output = prefix
    var directory: [UInt8] = []
    for entry in entries {
      output += [UInt8](repeating: 0, count: entry.zerosBefore)
      let offset = entry.offset ?? output.count
      output += word(0x0403_4B50) + half(20) + half(entry.localFlags) + half(entry.localMethod) + half(0) + half(0x21)
      output += word(Int(entry.localChecksum)) + word(entry.localByteCount) + word(entry.localByteCount)
      output += half(entry.localName.utf8.count) + half(entry.extra.count) + entry.localName.utf8 + entry.extra
      output += entry.data
      directory += word(0x0201_4B50) + half(20) + half(20) + half(entry.flags) + half(entry.method) + half(0)
      directory += half(0x21) + word(Int(entry.checksum)) + word(entry.storedByteCount) + word(entry.originalByteCount)
      directory += half(entry.name.utf8.count) + half(0) + half(0) + half(0) + half(0) + word(0) + word(offset)
      directory += Array(entry.name.utf8)
    }
    output += gapBeforeDirectory
    let offset = statedDirectoryOffset ?? output.count
    let count = statedCount ?? entries.count
    output += directory + word(0x0605_4B50) + half(0) + half(0) + half(count) + half(count) + word(directory.count)
    return output + word(offset) + half(comment.count) + comment
  }

  private func half(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private func word(_ value: Int) -> [UInt8] { half(value) + half(value >> 16) }
}

/// The CRC-32 of zip, bit by bit.
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var value: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    value ^= UInt32(byte)
    for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
  }
  return ~value
}
