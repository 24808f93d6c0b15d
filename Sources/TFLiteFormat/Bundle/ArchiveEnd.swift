/// An archive's end record, with the zip64 one if there is one: how many entries there are, and where the directory is.
struct ArchiveEnd {
  /// Where the record is.
  let position: Int
  /// The number of entries that it states.
  let count: Int
  /// Where the directory begins, and where it ends.
  let directory: Int, directoryEnd: Int
  /// Where the archive begins, from which its offsets count.
  let base: Int

  /// The last end record that has a directory before it; nil if there is no end record.
  ///
  /// A comment or anything else may follow it, in all no more than the longest comment. That another one might be meant
  /// is for the reader of the entries to exclude: see ``other(in:within:)``.
  ///
  /// - Throws: what is wrong with an end record that ends the bytes, if there is no right one.
  init?(of bytes: Bytes) throws(FormatError) {
    var fault: ArchiveFault?
    let last = bytes.count - 22
    var position = last
    while position >= max(0, last - 0xFFFF) {
      if bytes.uint32(at: position) == ArchiveSignature.end, let comment = bytes.uint16(at: position + 20),
        Int(comment) <= last - position
      {
        do throws(ArchiveFault) {
          self = try ArchiveEnd(in: bytes, at: position)
          return
        } catch {
          if Int(comment) == last - position, fault == nil { fault = error }
        }
      }
      position -= 1
    }
    if let fault { throw .archive(fault) }
    return nil
  }

  /// The place of an end record with a directory before it in a part of the bytes; nil if there is none.
  static func other(in bytes: Bytes, within range: Range<Int>) -> Int? {
    bytes.firstPlace(of: ArchiveSignature.end, within: range) { (try? ArchiveEnd(in: bytes, at: $0)) != nil }
  }

  /// Reads the record at a position.
  private init(in bytes: Bytes, at position: Int) throws(ArchiveFault) {
    guard let disk = bytes.uint16(at: position + 4), let startDisk = bytes.uint16(at: position + 6),
      let hereCount = bytes.uint16(at: position + 8), let count = bytes.uint16(at: position + 10),
      let size = bytes.uint32(at: position + 12), let start = bytes.uint32(at: position + 16)
    else { throw .notAnArchive(isModel: false) }
    let narrow = Fields(
      disk: UInt64(disk), startDisk: UInt64(startDisk), hereCount: UInt64(hereCount), count: UInt64(count),
      size: UInt64(size), start: UInt64(start))
    var (fields, limit) = (narrow, position)
    let locator = position - 20
    let isWide = bytes.uint32(at: locator) == ArchiveSignature.wideLocator
    // Where the zip64 end record is said to be, not counting what was put before a finished archive.
    let stated = isWide ? bytes.integer(UInt64.self, at: locator + 8).flatMap { Int(exactly: $0) } : nil
    if isWide {
      guard let stated else { throw .zip64 }
      limit = try Self.wideRecord(in: bytes, at: stated, before: locator)
      fields = try Self.wideFields(in: bytes, at: limit)
      guard fields.agrees(with: narrow) else { throw .zip64 }
    } else if count == .max || size == .max || start == .max {
      throw .zip64
    }
    guard fields.disk == 0, fields.startDisk == 0, fields.hereCount == fields.count else { throw .multipart }
    guard let byteCount = Int(exactly: fields.size), let offset = Int(exactly: fields.start), byteCount <= limit,
      offset <= limit - byteCount
    else {
      throw .directoryMisplaced(
        offset: Int(clamping: fields.start), byteCount: Int(clamping: fields.size), endRecord: limit)
    }
    self.position = position
    self.count = Int(clamping: fields.count)
    (directory, directoryEnd) = (limit - byteCount, limit)
    base = limit - byteCount - offset
    if let stated, stated != limit, stated != limit - base { throw .zip64 }
    guard byteCount > 0 || fields.count == 0 else { throw .entryCountMismatch(stated: self.count) }
    guard byteCount == 0 || bytes.uint32(at: directory) == ArchiveSignature.record else {
      throw .directoryDamaged(offset: directory)
    }
  }

  // MARK: Fields

  private struct Fields {
    let disk: UInt64, startDisk: UInt64, hereCount: UInt64, count: UInt64, size: UInt64, start: UInt64

    /// Whether each field of a record of 16 and 32 bits is the same or says that it is too small.
    func agrees(with narrow: Fields) -> Bool {
      func agree(_ wide: UInt64, _ value: UInt64, _ most: UInt64) -> Bool { value == wide || value == most }
      return agree(disk, narrow.disk, 0xFFFF) && agree(startDisk, narrow.startDisk, 0xFFFF)
        && agree(hereCount, narrow.hereCount, 0xFFFF) && agree(count, narrow.count, 0xFFFF)
        && agree(size, narrow.size, 0xFFFF_FFFF) && agree(start, narrow.start, 0xFFFF_FFFF)
    }
  }

  /// The place of the zip64 end record: the stated one or, behind what was put before a finished archive, right before
  /// the locator, for without extensions the record has 56 bytes.
  private static func wideRecord(in bytes: Bytes, at stated: Int, before locator: Int) throws(ArchiveFault) -> Int {
    for place in [stated, locator - 56] where place >= 0 && place <= locator - 56 {
      if bytes.uint32(at: place) == ArchiveSignature.wideEnd,
        bytes.integer(UInt64.self, at: place + 4) == UInt64(locator - place - 12)
      {
        return place
      }
    }
    throw .zip64
  }

  private static func wideFields(in bytes: Bytes, at place: Int) throws(ArchiveFault) -> Fields {
    guard let disk = bytes.integer(UInt32.self, at: place + 16),
      let startDisk = bytes.integer(UInt32.self, at: place + 20),
      let hereCount = bytes.integer(UInt64.self, at: place + 24),
      let count = bytes.integer(UInt64.self, at: place + 32), let size = bytes.integer(UInt64.self, at: place + 40),
      let start = bytes.integer(UInt64.self, at: place + 48)
    else { throw .zip64 }
    return Fields(
      disk: UInt64(disk), startDisk: UInt64(startDisk), hereCount: hereCount, count: count, size: size, start: start)
  }
}
