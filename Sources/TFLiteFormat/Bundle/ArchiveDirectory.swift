/// The end record and the directory records of a zip archive, read and bounded but not yet compared with the entries.
///
/// ```
///   anything │ entries … │ directory │ [zip64 end record │ its locator] │ end record │ comment │ anything
/// ```
///
/// Offsets count from the start of the bytes or, if something was put before a finished archive, from the place where
/// that archive begins: the directory ends where the end records begin, which tells the difference.
struct ArchiveDirectory {
  let records: [ArchiveRecord]
  /// Where the directory begins, and so where the last entry must end.
  let offset: Int
  /// The place of the end record.
  let end: Int

  /// Reads the directory; nil if there is no end record.
  init?(of bytes: Bytes, limits: BundleLimits) throws(FormatError) {
    guard let end = try ArchiveEnd(of: bytes) else { return nil }
    guard end.count <= limits.entryCount else {
      throw .archive(.tooManyEntries(count: end.count, limit: limits.entryCount))
    }
    var position = end.directory
    var records: [ArchiveRecord] = []
    var names: Set<[UInt8]> = []
    for _ in 0..<end.count {
      let record = try ArchiveRecord(in: bytes, at: &position, end: end.directoryEnd, base: end.base)
      guard names.insert(record.name.array).inserted else {
        throw .archive(.duplicateEntry(name: record.text))
      }
      records.append(record)
    }
    guard position == end.directoryEnd else { throw .archive(.entryCountMismatch(stated: end.count)) }
    self.records = records
    offset = end.directory
    self.end = end.position
  }
}

extension Bytes {
  /// Whether both views hold the same bytes.
  func hasSameBytes(as other: Bytes) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { left in other.withUnsafeBytes { right in left.elementsEqual(right) } }
  }
}
