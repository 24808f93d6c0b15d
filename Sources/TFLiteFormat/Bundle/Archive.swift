/// A zip archive of stored entries: a `.task` bundle, or the files appended to a `.tflite`.
///
/// Entries are views of the archive's bytes; nothing is unpacked, copied or written, and ``archive(in:)`` opens a
/// nested bundle. Entries may be unaligned; what precedes the first one, lies between entries or follows the end
/// record is ignored, unless it holds another directory. Sizes may follow the content (data descriptors) or be in zip64
/// fields.
///
/// Opening checks everything: local headers agree with the directory, and entries are stored, unencrypted, in bounds,
/// disjoint, uniquely named, and have the stated CRC-32.
package struct Archive: Sendable {
  /// A file in the archive.
  package struct Entry: Sendable {
    /// The name as stored in the archive, including folders. It is a key, never a path.
    package let name: String
    /// The content.
    package let bytes: Bytes
    /// The same in an outermost archive, where it may be an archive.
    fileprivate var checksummed: ChecksummedContent?
  }

  /// The files, in the order of the archive's directory.
  package let entries: [Entry]
  /// The limits for reading this archive and those nested in it.
  package let limits: BundleLimits
  /// What may be spent on reading this archive and everything in it.
  package let budget: ReadingBudget
  /// The nesting depth; 1 for an outermost archive.
  private let depth: Int
  /// The entry of an outermost archive that this one is in.
  private let outer: ChecksummedContent?

  /// Opens an archive that fills `bytes`.
  ///
  /// - Throws: `FormatError.archive` for bytes that are not an archive, are damaged, or exceed the limits.
  package init(_ bytes: Bytes, limits: BundleLimits = BundleLimits()) throws(FormatError) {
    try self.init(bytes, limits: limits, budget: ReadingBudget(fileByteCount: bytes.count))
  }

  /// Opens an archive that fills `bytes`, within a budget for it and everything in it.
  package init(_ bytes: Bytes, limits: BundleLimits, budget: ReadingBudget) throws(FormatError) {
    try self.init(bytes, allowingPrefix: false, limits: limits, budget: budget, depth: 1, in: nil)
  }

  /// Opens an archive; `allowingPrefix` says whether it may be the one appended to a model.
  package init(
    _ bytes: Bytes, allowingPrefix: Bool, limits: BundleLimits = BundleLimits(), budget: ReadingBudget? = nil
  ) throws(FormatError) {
    let budget = budget ?? ReadingBudget(fileByteCount: bytes.count)
    try self.init(bytes, allowingPrefix: allowingPrefix, limits: limits, budget: budget, depth: 1, in: nil)
  }

  private init(
    _ bytes: Bytes, allowingPrefix: Bool, limits: BundleLimits, budget: ReadingBudget, depth: Int,
    in outer: ChecksummedContent?
  ) throws(FormatError) {
    guard let directory = try ArchiveDirectory(of: bytes, limits: limits) else {
      throw FormatError.otherKind(bytes) ?? .archive(.notAnArchive(isModel: Self.isModel(bytes)))
    }
    var entries: [Entry] = []
    var spans: [(start: Int, end: Int, name: String)] = []
    for record in directory.records {
      let name = record.text
      try budget.spend(memory: 256 + name.utf8.count)
      let data = try record.locate(name: name, in: bytes, before: directory.offset)
      spans.append((record.headerOffset, data.offset + data.count, name))
      entries.append(Entry(name: name, bytes: try bytes.slice(at: data.offset, count: data.count)))
    }
    spans.sort { $0.start < $1.start }
    for (span, next) in zip(spans, spans.dropFirst()) where span.end > next.start {
      throw .archive(.overlap(name: span.name, other: next.name))
    }
    let prefix = spans.first?.start ?? directory.offset
    if !allowingPrefix, prefix > 0, Self.isModel(bytes) { throw .archive(.modelWithFiles(byteCount: prefix)) }
    if let entry = ArchiveRecord.entry(in: bytes, within: 0..<prefix, holding: directory.end) {
      throw .archive(.cutShort(header: entry))
    }
    var place = 0
    for next in spans.map({ ($0.start, $0.end) }) + [(directory.end, directory.end + 4), (bytes.count, bytes.count)] {
      if place < next.0, let other = ArchiveEnd.other(in: bytes, within: place..<next.0) {
        throw .archive(.secondDirectory(endRecord: other))
      }
      place = next.1
    }
    for (index, record) in directory.records.enumerated() {
      try budget.checkTime()
      let entry = entries[index]
      let found: UInt32
      if let known = outer?.checksum(of: entry.bytes) {
        found = known
      } else {
        let content = ChecksummedContent(entry.bytes)
        (entries[index].checksummed, found) = (content, content.checksum)
      }
      guard found == record.checksum else {
        throw .archive(.checksum(name: entry.name, found: found, expected: record.checksum))
      }
    }
    self.entries = entries
    self.limits = limits
    self.budget = budget
    self.depth = depth
    self.outer = outer
  }

  /// The same archive with an unspent budget, to read its contents once more.
  package var reopened: Archive { Archive(self, budget: budget.renewed) }

  private init(_ other: Archive, budget: ReadingBudget) {
    (entries, limits, depth, outer) = (other.entries, other.limits, other.depth, other.outer)
    self.budget = budget
  }

  /// Opens the archive that is the content of an entry, within the same limits.
  ///
  /// - Throws: `FormatError.archive` for bytes that are not an archive, are damaged, or exceed the limits.
  package func archive(in content: Bytes) throws(FormatError) -> Archive {
    guard depth < limits.nestingDepth else { throw .archive(.nestedTooDeep(limit: limits.nestingDepth)) }
    let outer = outer ?? entries.lazy.compactMap { $0.checksummed }.first { $0.contains(content) }
    return try Archive(
      content, allowingPrefix: false, limits: limits, budget: budget, depth: depth + 1, in: outer)
  }

  /// The content of the entry with exactly this name.
  ///
  /// - Throws: `FormatError.missingEntry` if there is none.
  package func entry(named name: String) throws(FormatError) -> Bytes {
    guard let entry = entries.first(where: { $0.name.hasSameBytes(as: name) }) else {
      throw .missingEntry(name: name, available: entries.map { $0.name })
    }
    return entry.bytes
  }

  static func isModel(_ bytes: Bytes) -> Bool {
    bytes.integer(UInt32.self, at: 4) == 0x334C_4654  // "TFL3"
  }
}
