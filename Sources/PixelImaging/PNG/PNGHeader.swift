/// What must be known of a PNG before it is decoded: its size, whether it has transparency, that it is all there.
struct PNGHeader {
  let width: Int
  let height: Int
  /// The colour type has an alpha channel, or a tRNS chunk comes before the pixels.
  let hasAlpha: Bool
  /// Where the last chunk of pixels ends.
  let pixelsEnd: Int

  private static let signatureByteCount = 8
  /// Length, type and CRC around a chunk's data.
  private static let chunkOverhead = 12

  /// Walks the chunks by their lengths up to IEND. Their CRCs and contents are the decoder's business.
  init(_ bytes: [UInt8]) throws(ImageError) {
    let headerEnd = Self.signatureByteCount + Self.chunkOverhead + 13
    guard bytes.count >= headerEnd else { throw .truncated(format: .png) }
    guard Self.word(bytes, 8) == 13, Self.type(bytes, 8) == "IHDR" else {
      throw .damaged(format: .png, reason: "the first chunk is not IHDR")
    }
    guard let width = Int32(exactly: Self.word(bytes, 16)), let height = Int32(exactly: Self.word(bytes, 20)) else {
      throw .damaged(format: .png, reason: "the size is over 2^31")
    }
    self.width = Int(width)
    self.height = Int(height)

    let colorTypeHasAlpha = bytes[25] & 4 != 0
    var hasTransparency = false
    var pixelsEnd = 0
    var offset = headerEnd
    while true {
      guard bytes.count - offset >= Self.chunkOverhead else { throw .truncated(format: .png) }
      let dataByteCount = Int(clamping: Self.word(bytes, offset))
      guard dataByteCount <= bytes.count - offset - Self.chunkOverhead else { throw .truncated(format: .png) }
      let type = Self.type(bytes, offset)
      if type == "IEND" { break }
      if type == "tRNS", pixelsEnd == 0 { hasTransparency = true }
      offset += Self.chunkOverhead + dataByteCount
      if type == "IDAT" { pixelsEnd = offset }
    }
    self.pixelsEnd = pixelsEnd
    hasAlpha = colorTypeHasAlpha || hasTransparency
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func type(_ bytes: [UInt8], _ chunk: Int) -> String {
    String(decoding: bytes[chunk + 4..<chunk + 8], as: UTF8.self)
  }
}
