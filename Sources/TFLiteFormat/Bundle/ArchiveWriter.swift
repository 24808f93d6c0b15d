/// Writes a zip archive like those of `.task` bundles: entries are stored, and their contents begin at multiples of 16
/// bytes.
///
/// The same entries give the same bytes: all are dated January 1, 1980, the first day that zip knows.
package struct ArchiveWriter {
  private var output: [UInt8]
  private var directory: [UInt8] = []
  private var entryCount = 0

  /// An archive after the bytes of something else, such as a model. Offsets count from the start of those bytes.
  package init(after prefix: [UInt8] = []) {
    output = prefix
  }

  /// Adds an entry.
  ///
  /// - Precondition: names are unique and have fewer than 65,536 bytes.
  /// - Throws: `FormatError.archive` if the archive would need the zip64 extension.
  package mutating func add(_ content: Bytes, named name: String) throws(FormatError) {
    precondition(name.utf8.count < 1 << 16, "the name of an entry is too long")
    let offset = output.count
    let extra = Self.alignmentField(at: offset + 30 + name.utf8.count)
    guard entryCount < 0xFFFF, offset + 30 + name.utf8.count + extra.count + content.count < Self.sizeLimit else {
      throw .archive(.tooLargeToWrite)
    }
    let common = Self.commonFields(name, content)
    output += Self.word(0x0403_4B50) + common + Self.half(extra.count) + Array(name.utf8) + extra
    content.withUnsafeBytes { output += $0 }
    // Made by version 2.0; no extra field, comment, attributes; first volume.
    directory += Self.word(0x0201_4B50) + Self.half(20) + common + [UInt8](repeating: 0, count: 12)
    directory += Self.word(offset) + Array(name.utf8)
    entryCount += 1
  }

  /// The archive with its directory.
  ///
  /// - Throws: `FormatError.archive` if the archive would need the zip64 extension.
  package func finished() throws(FormatError) -> [UInt8] {
    guard output.count + directory.count < Self.sizeLimit else { throw .archive(.tooLargeToWrite) }
    let counts = Self.half(0) + Self.half(0) + Self.half(entryCount) + Self.half(entryCount)
    let end = Self.word(0x0605_4B50) + counts + Self.word(directory.count) + Self.word(output.count) + Self.half(0)
    return output + directory + end
  }

  // MARK: Fields

  /// Where offsets no longer fit into 32 bits; the largest of them stands for "see the extension".
  private static let sizeLimit = Int(clamping: UInt32.max)

  /// What a local header and a directory record have in common: from the version to the length of the name.
  private static func commonFields(_ name: String, _ content: Bytes) -> [UInt8] {
    // Bit 11: the name is UTF-8.
    let flags = name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 0x800
    let (stored, midnight, firstDay) = (0, 0, 0x21)
    let checksum = Int(truncatingIfNeeded: CRC32.checksum(of: content))
    return half(20) + half(flags) + half(stored) + half(midnight) + half(firstDay)
      + word(checksum) + word(content.count) + word(content.count) + half(name.utf8.count)
  }

  /// The extra field 0xD935, which states an alignment and pads up to it, for a header whose name ends at `offset`.
  private static func alignmentField(at offset: Int) -> [UInt8] {
    let alignment = 16
    let padding = (alignment - (offset + 6) % alignment) % alignment
    return half(0xD935) + half(2 + padding) + half(alignment) + [UInt8](repeating: 0, count: padding)
  }

  private static func half(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func word(_ value: Int) -> [UInt8] { half(value) + half(value >> 16) }
}
