extension ArchiveRecord {
  /// Compares the local header with the record and returns the location of the content.
  ///
  /// The directory is right. If the sizes and the checksum follow the content (bit 3 of the flags), the local header
  /// may have zeros; what follows the content is not read.
  ///
  /// - Parameter limit: where the directory begins.
  func locate(name: String, in bytes: Bytes, before limit: Int) throws(FormatError) -> (offset: Int, count: Int) {
    guard flags & Self.encryption == 0 else { throw .archive(.encrypted(name: name)) }
    guard method == 0 else { throw .archive(.compressed(name: name, method: method)) }
    let count = storedByteCount
    guard count == originalByteCount else {
      throw .archive(.sizesDiffer(name: name, stored: count, original: originalByteCount))
    }
    let header = headerOffset
    let outside = ArchiveFault.entryOutside(name: name, offset: header, byteCount: count)
    guard header <= limit, limit - header >= 30 else { throw .archive(outside) }
    func mismatch(_ field: String) -> FormatError { .archive(.localHeaderMismatch(name: name, field: field)) }
    guard bytes.uint32(at: header) == ArchiveSignature.header,
      let flags = bytes.uint16(at: header + 6), let method = bytes.uint16(at: header + 8),
      let checksum = bytes.uint32(at: header + 14),
      let stored = bytes.uint32(at: header + 18), let original = bytes.uint32(at: header + 22),
      let nameCount = bytes.uint16(at: header + 26), let extraCount = bytes.uint16(at: header + 28)
    else { throw mismatch("signature") }
    guard Int(flags) & Self.encryption == 0 else { throw .archive(.encrypted(name: name)) }
    guard Int(method) == self.method else { throw mismatch("method") }
    let offset = header + 30 + Int(nameCount) + Int(extraCount)
    guard offset <= limit, limit - offset >= count else { throw .archive(outside) }
    let follows = flags & 8 != 0
    let extra = try bytes.slice(at: header + 30 + Int(nameCount), count: Int(extraCount))
    let sizes = ArchiveWideFields([original, stored], in: extra)?.values
    guard let sizes, sizes.allSatisfy({ $0 == count || (follows && $0 == 0) }) else { throw mismatch("size") }
    guard checksum == self.checksum || (follows && checksum == 0) else { throw mismatch("CRC-32") }
    guard try bytes.slice(at: header + 30, count: Int(nameCount)).hasSameBytes(as: self.name) else {
      throw mismatch("name")
    }
    return (offset, count)
  }

  /// The place of a local header in a part of the bytes whose entry holds the end record at `end`, or could: its size
  /// follows its content. Nil if there is none.
  static func entry(in bytes: Bytes, within range: Range<Int>, holding end: Int) -> Int? {
    bytes.firstPlace(of: ArchiveSignature.header, within: range) { header in
      guard let flags = bytes.uint16(at: header + 6), let method = bytes.uint16(at: header + 8),
        let stored = bytes.uint32(at: header + 18), let nameCount = bytes.uint16(at: header + 26),
        let extraCount = bytes.uint16(at: header + 28)
      else { return false }
      let content = header + 30 + Int(nameCount) + Int(extraCount)
      let isOpen = flags & 8 != 0 && (stored == 0 || stored == .max) && method == 0
      return content <= end && (isOpen || Int(clamping: stored) > end - content)
    }
  }

  /// Bit 0: encrypted; bit 6: strong encryption; bit 13: encrypted directory.
  private static let encryption = 0x2041
}
