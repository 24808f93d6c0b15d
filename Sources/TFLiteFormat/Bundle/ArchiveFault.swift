/// What is wrong with a zip archive.
package enum ArchiveFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no end-of-central-directory record; `isModel` is true if the bytes are a bare TFLite model.
  case notAnArchive(isModel: Bool)
  /// A number is too large for its field, and the zip64 field or record for it is missing or says something else.
  case zip64
  /// An archive to be written has 4 GiB, or 65,535 entries.
  case tooLargeToWrite
  /// The archive is one volume of several.
  case multipart
  /// The directory does not fill the space between its offset and the end record.
  case directoryMisplaced(offset: Int, byteCount: Int, endRecord: Int)
  /// A directory record does not have its signature, or does not fit.
  case directoryDamaged(offset: Int)
  /// The directory has bytes left, or too few, after the number of entries that the end record states.
  case entryCountMismatch(stated: Int)
  /// There are more entries than the limit.
  case tooManyEntries(count: Int, limit: Int)
  /// Archives are nested deeper than the limit.
  case nestedTooDeep(limit: Int)
  /// Two entries have the same name.
  case duplicateEntry(name: String)
  /// The archive is appended to a TFLite model: it holds the model's files and is no bundle.
  case modelWithFiles(byteCount: Int)
  /// There is another end record with a directory, so it is not clear which one is meant.
  case secondDirectory(endRecord: Int)
  /// The only directory belongs to an archive in an entry of this one, whose own directory is missing.
  case cutShort(header: Int)
  /// An entry is encrypted.
  case encrypted(name: String)
  /// An entry is compressed.
  case compressed(name: String, method: Int)
  /// The two sizes of a stored entry differ.
  case sizesDiffer(name: String, stored: Int, original: Int)
  /// An entry is not entirely inside the space before the directory.
  case entryOutside(name: String, offset: Int, byteCount: Int)
  /// The local header of an entry is missing, or does not agree with the directory.
  case localHeaderMismatch(name: String, field: String)
  /// Two entries share bytes.
  case overlap(name: String, other: String)
  /// The bytes of an entry do not have the stated checksum.
  case checksum(name: String, found: UInt32, expected: UInt32)

  /// A human-readable sentence.
  package var description: String {
    switch self {
    case .notAnArchive(let isModel):
      isModel
        ? "this is a single TFLite model, not a .task bundle"
        : "neither a .task bundle, which is a zip archive with a directory at its end, nor a .tflite model"
    case .zip64: "the zip64 fields of the archive are missing or do not agree with the others"
    case .tooLargeToWrite: "an archive of 4 GiB or 65,535 entries would need the zip64 extension"
    case .multipart: "archives in several parts are not supported"
    case .directoryMisplaced(let offset, let byteCount, let endRecord):
      "directory at \(offset) with \(byteCount) bytes does not end at the end record at \(endRecord)"
    case .directoryDamaged(let offset): "damaged directory record at \(offset)"
    case .entryCountMismatch(let stated): "the directory does not have exactly the \(stated) entries that it states"
    case .tooManyEntries(let count, let limit): "\(count) entries, at most \(limit) are accepted"
    case .nestedTooDeep(let limit): "bundles are nested more than \(limit) deep"
    case .duplicateEntry(let name): "two entries are named “\(name.printable)”"
    case .modelWithFiles(let byteCount):
      "the archive follows a model of \(byteCount) bytes and holds its files" + Self.modelHint
    case .secondDirectory(let endRecord):
      "the archive has a second directory, which ends at \(endRecord), so it is not clear which entries are meant"
    case .cutShort(let header):
      "the archive is cut short: its directory is missing, and an entry whose header is at \(header) holds another archive"
    case .encrypted(let name): "entry “\(name.printable)” is encrypted"
    case .compressed(let name, let method):
      "entry “\(name.printable)” is compressed (method \(method)); bundles must be stored without compression: "
        + "repack with “zip -0”"
    case .sizesDiffer(let name, let stored, let original):
      "entry “\(name.printable)” is stored but has \(stored) bytes here and \(original) bytes unpacked"
    case .entryOutside(let name, let offset, let byteCount):
      "entry “\(name.printable)” (\(byteCount) bytes, header at \(offset)) extends beyond the archive"
    case .localHeaderMismatch(let name, let field):
      "local header of entry “\(name.printable)” does not agree with the directory: \(field)"
    case .overlap(let name, let other): "entries “\(name.printable)” and “\(other.printable)” overlap"
    case .checksum(let name, let found, let expected):
      "entry “\(name.printable)” is damaged: CRC-32 is \(String(found, radix: 16)),"
        + " expected \(String(expected, radix: 16))"
    }
  }

  private static var modelHint: String { " (this is a single TFLite model, not a .task bundle)" }
}
