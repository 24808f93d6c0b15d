/// The end record and the directory records of a zip archive, read and bounded but not yet compared with the entries.
struct ArchiveDirectory {
  /// One record of the directory.
  struct Record {
    /// The name as stored; compared byte by byte.
    let name: Bytes
    let flags: Int
    let method: Int
    let checksum: UInt32
    let storedByteCount: Int
    let originalByteCount: Int
    let headerOffset: Int

    /// The name for lookups and messages; bytes that are not UTF-8 become U+FFFD.
    var text: String { name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
  }

  let records: [Record]
  /// Where the directory begins, and so where the last entry must end.
  let offset: Int

  /// Reads the directory; nil if the bytes do not end with an end record.
  init?(of bytes: Bytes, limits: BundleLimits) throws(FormatError) {
    guard let end = Self.endRecord(of: bytes) else { return nil }
    guard let disk = bytes.integer(UInt16.self, at: end + 4), let startDisk = bytes.integer(UInt16.self, at: end + 6),
      let hereCount = bytes.integer(UInt16.self, at: end + 8), let count = bytes.integer(UInt16.self, at: end + 10),
      let size = bytes.integer(UInt32.self, at: end + 12), let start = bytes.integer(UInt32.self, at: end + 16)
    else { return nil }
    if count == .max || size == .max || start == .max || bytes.integer(UInt32.self, at: end - 20) == 0x0706_4B50 {
      throw .archive(.zip64)
    }
    guard disk == 0, startDisk == 0, hereCount == count else { throw .archive(.multipart) }
    guard count <= limits.entryCount else {
      throw .archive(.tooManyEntries(count: Int(count), limit: limits.entryCount))
    }
    guard let byteCount = Int(exactly: size), let offset = Int(exactly: start),
      byteCount <= end, offset == end - byteCount
    else {
      throw .archive(
        .directoryMisplaced(offset: Int(clamping: start), byteCount: Int(clamping: size), endRecord: end))
    }
    var position = offset
    var records: [Record] = []
    var names: Set<[UInt8]> = []
    for _ in 0..<count {
      let record = try Self.record(in: bytes, at: &position, end: end)
      guard names.insert(record.name.array).inserted else {
        throw .archive(.duplicateEntry(name: record.text))
      }
      records.append(record)
    }
    guard position == end else { throw .archive(.entryCountMismatch(stated: Int(count))) }
    self.records = records
    self.offset = offset
  }

  /// The position of the end record: the last one whose comment reaches exactly to the end of the bytes.
  private static func endRecord(of bytes: Bytes) -> Int? {
    var position = bytes.count - 22
    let last = max(0, position - 0xFFFF)
    while position >= last {
      if bytes.integer(UInt32.self, at: position) == 0x0605_4B50,
        let comment = bytes.integer(UInt16.self, at: position + 20), Int(comment) == bytes.count - position - 22
      {
        return position
      }
      position -= 1
    }
    return nil
  }

  private static func record(in bytes: Bytes, at position: inout Int, end: Int) throws(FormatError) -> Record {
    let start = position
    guard end - start >= 46, bytes.integer(UInt32.self, at: start) == 0x0201_4B50,
      let flags = bytes.integer(UInt16.self, at: start + 8), let method = bytes.integer(UInt16.self, at: start + 10),
      let checksum = bytes.integer(UInt32.self, at: start + 16),
      let stored = bytes.integer(UInt32.self, at: start + 20),
      let original = bytes.integer(UInt32.self, at: start + 24),
      let nameCount = bytes.integer(UInt16.self, at: start + 28),
      let extraCount = bytes.integer(UInt16.self, at: start + 30),
      let commentCount = bytes.integer(UInt16.self, at: start + 32),
      let header = bytes.integer(UInt32.self, at: start + 42)
    else { throw .archive(.directoryDamaged(offset: start)) }
    let byteCount = 46 + Int(nameCount) + Int(extraCount) + Int(commentCount)
    guard byteCount <= end - start else { throw .archive(.directoryDamaged(offset: start)) }
    if stored == .max || original == .max || header == .max { throw .archive(.zip64) }
    position = start + byteCount
    return Record(
      name: try bytes.slice(at: start + 46, count: Int(nameCount)), flags: Int(flags), method: Int(method),
      checksum: checksum, storedByteCount: Int(clamping: stored), originalByteCount: Int(clamping: original),
      headerOffset: Int(clamping: header))
  }
}

extension Bytes {
  /// Whether both views hold the same bytes.
  func hasSameBytes(as other: Bytes) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { left in other.withUnsafeBytes { right in left.elementsEqual(right) } }
  }
}
