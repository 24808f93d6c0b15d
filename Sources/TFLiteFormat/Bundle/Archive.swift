/// A zip archive of stored entries: a `.task` bundle, or the files appended to a `.tflite`.
///
/// Entries are views of the archive's bytes; nothing is unpacked, copied or written, and ``archive(in:)`` opens a
/// nested bundle. Entries may be unaligned, zero bytes may precede the first one, and gaps between entries are ignored.
/// Opening checks everything: local headers agree with the directory, and entries are stored, unencrypted, in bounds,
/// disjoint, uniquely named, and have the stated CRC-32.
package struct Archive: Sendable {
  /// A file in the archive.
  package struct Entry: Sendable {
    /// The name as stored in the archive, including folders. It is a key, never a path.
    package let name: String
    /// The content.
    package let bytes: Bytes
  }

  /// The files, in the order of the archive's directory.
  package let entries: [Entry]
  /// The limits for reading this archive and those nested in it.
  package let limits: BundleLimits
  /// What may be spent on reading this archive and everything in it.
  package let budget: ReadingBudget
  /// The nesting depth; 1 for an outermost archive.
  private let depth: Int

  /// Opens an archive that fills `bytes`.
  ///
  /// - Throws: `FormatError.archive` for bytes that are not an archive, are damaged, or exceed the limits.
  package init(_ bytes: Bytes, limits: BundleLimits = BundleLimits()) throws(FormatError) {
    try self.init(bytes, limits: limits, budget: ReadingBudget(fileByteCount: bytes.count))
  }

  /// Opens an archive that fills `bytes`, within a budget for it and everything in it.
  package init(_ bytes: Bytes, limits: BundleLimits, budget: ReadingBudget) throws(FormatError) {
    try self.init(bytes, allowingPrefix: false, limits: limits, budget: budget, depth: 1)
  }

  /// Opens an archive; `allowingPrefix` says whether other data may precede the first entry. Offsets in such an archive
  /// count from the start of `bytes`.
  package init(
    _ bytes: Bytes, allowingPrefix: Bool, limits: BundleLimits = BundleLimits(), budget: ReadingBudget? = nil
  ) throws(FormatError) {
    let budget = budget ?? ReadingBudget(fileByteCount: bytes.count)
    try self.init(bytes, allowingPrefix: allowingPrefix, limits: limits, budget: budget, depth: 1)
  }

  private init(
    _ bytes: Bytes, allowingPrefix: Bool, limits: BundleLimits, budget: ReadingBudget, depth: Int
  ) throws(FormatError) {
    guard let directory = try ArchiveDirectory(of: bytes, limits: limits) else {
      throw FormatError.otherKind(bytes) ?? .archive(.notAnArchive(isModel: Self.isModel(bytes)))
    }
    var entries: [Entry] = []
    var spans: [(start: Int, end: Int, name: String)] = []
    for record in directory.records {
      let name = record.text
      try budget.spend(memory: 256 + name.utf8.count)
      let data = try Self.locate(record, name: name, in: bytes, before: directory.offset)
      spans.append((record.headerOffset, data.offset + data.count, name))
      entries.append(Entry(name: name, bytes: try bytes.slice(at: data.offset, count: data.count)))
    }
    spans.sort { $0.start < $1.start }
    for (span, next) in zip(spans, spans.dropFirst()) where span.end > next.start {
      throw .archive(.overlap(name: span.name, other: next.name))
    }
    let prefix = spans.first?.start ?? directory.offset
    if !allowingPrefix, try !bytes.slice(at: 0, count: prefix).isZero {
      throw .archive(.foreignPrefix(byteCount: prefix, isModel: Self.isModel(bytes)))
    }
    for (entry, record) in zip(entries, directory.records) {
      try budget.checkTime()
      let found = CRC32.checksum(of: entry.bytes)
      guard found == record.checksum else {
        throw .archive(.checksum(name: entry.name, found: found, expected: record.checksum))
      }
    }
    self.entries = entries
    self.limits = limits
    self.budget = budget
    self.depth = depth
  }

  /// The same archive with an unspent budget, to read its contents once more.
  package var reopened: Archive { Archive(self, budget: budget.renewed) }

  private init(_ other: Archive, budget: ReadingBudget) {
    (entries, limits, depth) = (other.entries, other.limits, other.depth)
    self.budget = budget
  }

  /// Opens the archive that is the content of an entry, within the same limits.
  ///
  /// - Throws: `FormatError.archive` for bytes that are not an archive, are damaged, or exceed the limits.
  package func archive(in content: Bytes) throws(FormatError) -> Archive {
    guard depth < limits.nestingDepth else { throw .archive(.nestedTooDeep(limit: limits.nestingDepth)) }
    return try Archive(content, allowingPrefix: false, limits: limits, budget: budget, depth: depth + 1)
  }

  /// The content of the entry with exactly this name.
  ///
  /// - Throws: `FormatError.missingEntry` if there is none.
  package func entry(named name: String) throws(FormatError) -> Bytes {
    guard let entry = entries.first(where: { $0.name.hasSameBytes(as: name) }) else {
      throw .missingEntry(name: name, available: entries.map(\.name))
    }
    return entry.bytes
  }

  // MARK: Reading

  /// Compares the local header with the directory's record and returns the location of the content.
  private static func locate(
    _ record: ArchiveDirectory.Record, name: String, in bytes: Bytes, before limit: Int
  ) throws(FormatError) -> (offset: Int, count: Int) {
    // Bit 0: encrypted; bit 6: strong encryption; bit 13: encrypted directory.
    guard record.flags & 0x2041 == 0 else { throw .archive(.encrypted(name: name)) }
    guard record.method == 0 else { throw .archive(.compressed(name: name, method: record.method)) }
    let count = record.storedByteCount
    guard count == record.originalByteCount else {
      throw .archive(.sizesDiffer(name: name, stored: count, original: record.originalByteCount))
    }
    let header = record.headerOffset
    let outside = FormatError.archive(.entryOutside(name: name, offset: header, byteCount: count))
    guard header <= limit, limit - header >= 30 else { throw outside }
    guard bytes.integer(UInt32.self, at: header) == 0x0403_4B50,
      let flags = bytes.integer(UInt16.self, at: header + 6), let method = bytes.integer(UInt16.self, at: header + 8),
      let checksum = bytes.integer(UInt32.self, at: header + 14),
      let stored = bytes.integer(UInt32.self, at: header + 18),
      let original = bytes.integer(UInt32.self, at: header + 22),
      let nameCount = bytes.integer(UInt16.self, at: header + 26),
      let extraCount = bytes.integer(UInt16.self, at: header + 28)
    else { throw .archive(.localHeaderMismatch(name: name, field: "signature")) }
    guard flags & 0x2041 == 0 else { throw .archive(.encrypted(name: name)) }
    guard Int(method) == record.method else { throw .archive(.localHeaderMismatch(name: name, field: "method")) }
    guard Int(clamping: stored) == count, Int(clamping: original) == count else {
      throw .archive(.localHeaderMismatch(name: name, field: "size"))
    }
    guard checksum == record.checksum else { throw .archive(.localHeaderMismatch(name: name, field: "CRC-32")) }
    let offset = header + 30 + Int(nameCount) + Int(extraCount)
    guard offset <= limit, limit - offset >= count else { throw outside }
    guard try bytes.slice(at: header + 30, count: Int(nameCount)).hasSameBytes(as: record.name) else {
      throw .archive(.localHeaderMismatch(name: name, field: "name"))
    }
    return (offset, count)
  }

  private static func isModel(_ bytes: Bytes) -> Bool {
    bytes.integer(UInt32.self, at: 4) == 0x334C_4654  // "TFL3"
  }
}

extension Bytes {
  /// Whether every byte is zero.
  fileprivate var isZero: Bool {
    withUnsafeBytes { bytes in bytes.allSatisfy { $0 == 0 } }
  }
}
