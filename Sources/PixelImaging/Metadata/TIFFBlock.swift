/// The first directory of a TIFF block, in the byte order that its first bytes state.
package struct TIFFBlock {
  /// What precedes the block in a JPEG, and in some files of other formats.
  static let prefix = Array("Exif\0\0".utf8)

  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  private static let entryByteCount = 12

  /// Entries of a directory, by their numbers.
  package enum Tag: Int, Sendable {
    case compression = 259, photometric = 262, orientation = 274, planes = 284, tileWidth = 322, xmp = 700
  }

  /// Nil for bytes that are not a TIFF block.
  package init?(_ block: ArraySlice<UInt8>) {
    bytes = block.starts(with: Self.prefix) ? block.dropFirst(Self.prefix.count) : block
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0] as [UInt8]) {
      isLittleEndian = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 0x2A] as [UInt8]) {
      isLittleEndian = false
    } else {
      return nil
    }
  }

  /// The first value of an entry; nil if it is missing or no number.
  package func value(of tag: Tag) -> Int? { entry(tag).flatMap(firstValue(ofEntryAt:)) }

  /// The XMP packet in a TIFF file; nil if there is none.
  var xmp: ArraySlice<UInt8>? {
    guard let entry = entry(.xmp), let count = unsigned(at: entry + 4, byteCount: 4), count > 4,
      let place = unsigned(at: entry + 8, byteCount: 4), count <= bytes.count, place <= bytes.count - count
    else { return nil }
    return bytes[(bytes.startIndex + place)...].prefix(count)
  }

  /// The place of an entry in the first directory.
  private func entry(_ wanted: Tag) -> Int? {
    guard let directory = unsigned(at: 4, byteCount: 4), let count = unsigned(at: directory, byteCount: 2) else {
      return nil
    }
    for index in 0..<count {
      let entry = directory + 2 + index * Self.entryByteCount
      guard let tag = unsigned(at: entry, byteCount: 2) else { return nil }
      if tag == wanted.rawValue { return entry }
    }
    return nil
  }

  /// The first value of an entry, if it is a number and all of the entry's values lie within the block.
  private func firstValue(ofEntryAt entry: Int) -> Int? {
    guard let type = unsigned(at: entry + 2, byteCount: 2), let kind = ValueKind(type: type),
      let count = unsigned(at: entry + 4, byteCount: 4), 0 < count, count <= bytes.count
    else { return nil }
    // Four bytes hold the values if they fit, and their place otherwise.
    let byteCount = count * kind.byteCount
    guard let place = byteCount <= 4 ? entry + 8 : unsigned(at: entry + 8, byteCount: 4),
      place <= bytes.count - byteCount
    else { return nil }
    switch kind {
    case .unsigned(let byteCount):
      return unsigned(at: place, byteCount: byteCount)
    case .signed(let byteCount):
      let unusedBits = Int.bitWidth - 8 * byteCount
      return unsigned(at: place, byteCount: byteCount).map { ($0 << unusedBits) >> unusedBits }
    case .fraction:
      guard let numerator = unsigned(at: place, byteCount: 4), let denominator = unsigned(at: place + 4, byteCount: 4),
        denominator > 0, numerator % denominator == 0
      else { return nil }
      return numerator / denominator
    case .float:
      return unsigned(at: place, byteCount: 4).flatMap { Int(exactly: Float(bitPattern: UInt32($0))) }
    case .double:
      guard let first = unsigned(at: place, byteCount: 4), let second = unsigned(at: place + 4, byteCount: 4) else {
        return nil
      }
      let (high, low) = isLittleEndian ? (second, first) : (first, second)
      return Int(exactly: Double(bitPattern: UInt64(high) << 32 | UInt64(low)))
    }
  }

  /// A number of at most four bytes; nil outside the block.
  private func unsigned(at offset: Int, byteCount: Int) -> Int? {
    guard offset <= bytes.count - byteCount else { return nil }
    let start = bytes.startIndex + offset
    let number = bytes[start..<start + byteCount]
    return Int(
      exactly: isLittleEndian
        ? number.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        : number.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }

  /// How the numbers of an entry are stored.
  private enum ValueKind {
    case unsigned(byteCount: Int)
    case signed(byteCount: Int)
    case fraction
    case float
    case double

    /// The kind of TIFF's type number; nil for text, opaque bytes and unknown types.
    init?(type: Int) {
      switch type {
      case 1: self = .unsigned(byteCount: 1)
      case 3: self = .unsigned(byteCount: 2)
      case 4, 13: self = .unsigned(byteCount: 4)
      case 6: self = .signed(byteCount: 1)
      case 8: self = .signed(byteCount: 2)
      case 9: self = .signed(byteCount: 4)
      case 5, 10: self = .fraction
      case 11: self = .float
      case 12: self = .double
      default: return nil
      }
    }

    var byteCount: Int {
      switch self {
      case .unsigned(let byteCount), .signed(let byteCount): byteCount
      case .float: 4
      case .fraction, .double: 8
      }
    }
  }
}
