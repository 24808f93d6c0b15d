/// One record of an archive's directory.
struct ArchiveRecord {
  /// The name as stored; compared byte by byte.
  let name: Bytes
  let flags: Int
  let method: Int
  let checksum: UInt32
  let storedByteCount: Int
  let originalByteCount: Int
  /// Where the local header is.
  let headerOffset: Int

  /// The name for lookups and messages; bytes that are not UTF-8 become U+FFFD.
  var text: String { name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

  /// Reads the record at `position`, which moves on to the next one.
  ///
  /// - Parameter base: where the archive begins, from which the file's offsets count.
  init(in bytes: Bytes, at position: inout Int, end: Int, base: Int) throws(FormatError) {
    let start = position
    guard end - start >= 46, bytes.integer(UInt32.self, at: start) == ArchiveSignature.record,
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
    position = start + byteCount
    name = try bytes.slice(at: start + 46, count: Int(nameCount))
    (self.flags, self.method, self.checksum) = (Int(flags), Int(method), checksum)
    let extra = try bytes.slice(at: start + 46 + Int(nameCount), count: Int(extraCount))
    guard let wide = ArchiveWideFields([original, stored, header], in: extra) else { throw .archive(.zip64) }
    (originalByteCount, storedByteCount) = (wide.values[0], wide.values[1])
    let (place, overflow) = wide.values[2].addingReportingOverflow(base)
    headerOffset = overflow ? .max : place
  }
}

/// The four-byte signatures of zip's parts.
enum ArchiveSignature {
  static let header: UInt32 = 0x0403_4B50
  static let record: UInt32 = 0x0201_4B50
  static let end: UInt32 = 0x0605_4B50
  static let wideEnd: UInt32 = 0x0606_4B50
  static let wideLocator: UInt32 = 0x0706_4B50
}

/// Numbers of 32 bits, those of which that are too large for that are in the zip64 extra field instead, in order.
///
/// Some writers add that field although no number needs it; it then says nothing.
struct ArchiveWideFields {
  /// The numbers; those beyond `Int` are the largest one.
  let values: [Int]

  /// - Returns: nil if a number should be in the extra field and is not.
  init?(_ numbers: [UInt32], in extra: Bytes) {
    guard numbers.contains(.max) else {
      values = numbers.map { Int(clamping: $0) }
      return
    }
    guard var place = Self.field(in: extra) else { return nil }
    var values: [Int] = []
    for number in numbers {
      guard number == .max else {
        values.append(Int(clamping: number))
        continue
      }
      guard place.start + 8 <= place.end, let wide = extra.integer(UInt64.self, at: place.start) else { return nil }
      values.append(Int(clamping: wide))
      place.start += 8
    }
    self.values = values
  }

  /// Where the content of the zip64 field is.
  private static func field(in extra: Bytes) -> (start: Int, end: Int)? {
    var start = 0
    while let kind = extra.integer(UInt16.self, at: start), let count = extra.integer(UInt16.self, at: start + 2) {
      guard start + 4 + Int(count) <= extra.count else { return nil }
      if kind == 1 { return (start + 4, start + 4 + Int(count)) }
      start += 4 + Int(count)
    }
    return nil
  }
}
