/// A PNG without the damage that lies outside its pixels: comments and other chunks that can be left out and have a
/// wrong checksum, a part of such a chunk at the end, and a missing or damaged end chunk.
///
/// Damage to the pixels, to the palette or to transparency stays, for the decoder to refuse.
struct PNGRepair {
  /// The file to decode.
  private(set) var bytes: [UInt8]
  /// What was wrong, in words.
  private(set) var notes: [String] = []

  private static let signatureByteCount = 8
  /// Length, type and checksum around a chunk's data.
  private static let chunkOverhead = 12
  private static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Looks at the chunks of a file.
  init(_ file: [UInt8]) {
    bytes = file
    var (kept, left, notes) = ([Range<Int>](), false, [String]())
    var (offset, hasPixels) = (Self.signatureByteCount, false)
    while file.count - offset >= Self.chunkOverhead {
      let type = file[offset + 4..<offset + 8]
      let byteCount = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } + Self.chunkOverhead
      let canBeLeftOut = file[offset + 4] & 0x20 != 0 && !type.elementsEqual("tRNS".utf8)
      guard byteCount <= file.count - offset else {
        // A chunk that is cut short may be left out only behind the pixels.
        guard hasPixels, canBeLeftOut else { return }
        break
      }
      let isWhole = (canBeLeftOut || type.elementsEqual("IEND".utf8)) ? Self.isWhole(file, offset, byteCount) : true
      if type.elementsEqual("IEND".utf8), isWhole {
        guard left else { return }
        kept.append(offset..<file.count)
        bytes = Self.signature(file) + kept.flatMap { file[$0] }
        self.notes = notes
        return
      }
      if type.elementsEqual("IEND".utf8) { break }
      if type.elementsEqual("IDAT".utf8) { hasPixels = true }
      if isWhole {
        kept.append(offset..<offset + byteCount)
      } else {
        left = true
        notes.append("the checksum of its chunk \(String(decoding: type, as: UTF8.self)) is wrong")
      }
      offset += byteCount
    }
    guard hasPixels else { return }
    bytes = Self.signature(file) + kept.flatMap { file[$0] } + Self.end
    self.notes = notes + ["the PNG data has no end chunk"]
  }

  private static func signature(_ file: [UInt8]) -> ArraySlice<UInt8> { file[..<signatureByteCount] }

  /// Whether the checksum of a chunk is that of its type and data.
  private static func isWhole(_ file: [UInt8], _ offset: Int, _ byteCount: Int) -> Bool {
    let stated = file[offset + byteCount - 4..<offset + byteCount].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return checksum(of: file[offset + 4..<offset + byteCount - 4]) == stated
  }

  /// CRC-32 as in the PNG specification, annex D.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var state = UInt32.max
    for byte in bytes { state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
    return ~state
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }
}
