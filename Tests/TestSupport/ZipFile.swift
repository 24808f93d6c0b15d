import TFLiteFormat

/// Writes zip archives by hand, so that a test can make any field wrong.
package struct ZipFile {
  /// One entry. The fields with `local` in their names are in the local header, the others in the directory.
  package struct Entry {
    package var name: String
    package var data: [UInt8]
    package var flags = 0
    package var method = 0
    package var checksum: UInt32
    package var storedByteCount: Int
    package var originalByteCount: Int
    package var localName: String
    package var localFlags = 0
    package var localMethod = 0
    package var localChecksum: UInt32
    package var localByteCount: Int
    package var extra: [UInt8] = []
    package var offset: Int?
    package var zerosBefore = 0

    package init(_ name: String, _ data: [UInt8]) {
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

  package var entries: [Entry]
  package var prefix: [UInt8] = []
  package var comment: [UInt8] = []
  package var gapBeforeDirectory: [UInt8] = []
  package var gapBehindDirectory: [UInt8] = []
  package var disk = 0
  package var statedCount: Int?
  package var statedDirectoryOffset: Int?

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// A valid archive of stored entries, after the bytes of something else.
  package static func bytes(of entries: [(name: String, data: [UInt8])], after prefix: [UInt8] = []) -> [UInt8] {
    var file = ZipFile(entries.map { Entry($0.name, $0.data) })
    file.prefix = prefix
    return file.bytes
  }

  /// The archive.
  package var bytes: [UInt8] {
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
    output += directory + gapBehindDirectory
    output += word(0x0605_4B50) + half(disk) + half(disk) + half(count) + half(count) + word(directory.count)
    return output + word(offset) + half(comment.count) + comment
  }

  private func half(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private func word(_ value: Int) -> [UInt8] { half(value) + half(value >> 16) }
}

/// The CRC-32 of zip.
package func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(0xFFFF_FFFF) { value, byte in crcOfBytes[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
}

private let crcOfBytes = (0..<256 as Range<UInt32>).map { byte in
  (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
}
