import TFLiteFormat

/// Writes zip archives of stored entries, such as NumPy's `.npz`.
struct ZIPArchive {
  /// The most bytes of an archive: sizes and offsets have 32 bits, and readers take the last one for signed.
  static let byteLimit = Int(clamping: Int64(1) << 31)

  private var entries: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// An archive without entries.
  init() {}

  /// Adds a file, with the first date that the format has; false, and nothing is added, beyond the limit.
  mutating func add(_ data: [UInt8], as name: String) -> Bool {
    let nameBytes = Array(name.utf8)
    let room = Self.byteLimit - entries.count - directory.count - Self.endByteCount
    guard data.count + 2 * nameBytes.count + 30 + 46 <= room, count < 65_535 else { return false }
    // Version 2.0, UTF-8 names, stored, 1980-01-01.
    var common = Self.half(20) + Self.half(0x800) + Self.half(0) + Self.half(0) + Self.half(0x21)
    common += Self.word(Int(CRC32.checksum(of: Bytes(data)))) + Self.word(data.count) + Self.word(data.count)
    common += Self.half(nameBytes.count) + Self.half(0)
    // No comment, first disk, no attributes.
    directory += Self.word(0x0201_4B50) + Self.half(20) + common + Self.half(0) + Self.half(0) + Self.half(0)
    directory += Self.word(0) + Self.word(entries.count) + nameBytes
    entries += Self.word(0x0403_4B50) + common + nameBytes
    entries += data
    count += 1
    return true
  }

  /// The archive's bytes.
  var bytes: [UInt8] {
    entries + directory + Self.word(0x0605_4B50) + Self.half(0) + Self.half(0) + Self.half(count) + Self.half(count)
      + Self.word(directory.count) + Self.word(entries.count) + Self.half(0)
  }

  private static let endByteCount = 22

  private static func half(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func word(_ value: Int) -> [UInt8] { half(value) + half(value >> 16) }
}
