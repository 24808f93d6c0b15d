import MudraPlatform

/// What must be known about a PNG before it is decoded: its size, whether it has transparency, its
/// orientation, and that it is complete.
struct PNGHeader {
  let width: Int
  let height: Int
  /// Bytes of a stored pixel, rounded up.
  let pixelByteCount: Int
  /// The color type has an alpha channel, or a tRNS chunk comes before the pixels.
  let hasAlpha: Bool
  /// Where the last chunk of pixels ends.
  let pixelsEnd: Int
  let orientation: ImageOrientation

  private static let signatureByteCount = 8
  /// Length, type and CRC around a chunk's data.
  private static let chunkOverhead = 12

  // Types of chunks: four letters each.
  private static let (ihdr, trns, idat, iend): (UInt32, UInt32, UInt32, UInt32) =
    (0x4948_4452, 0x7452_4E53, 0x4944_4154, 0x4945_4E44)
  /// The chunk with which Apple's optimizer begins.
  private static let cgbi: UInt32 = 0x4367_4249

  /// Walks the chunks by their lengths up to IEND. The decoder checks their CRCs and contents.
  init(_ bytes: [UInt8]) throws(ImageError) {
    let headerEnd = Self.signatureByteCount + Self.chunkOverhead + 13
    guard bytes.count >= headerEnd else { throw .truncated(format: .png) }
    guard Self.word(bytes, 12) != Self.cgbi else {
      throw .otherFile(reason: FileFormat.applePNG.sentence("not a PNG that others read"))
    }
    guard Self.word(bytes, 8) == 13, Self.word(bytes, 12) == Self.ihdr else {
      throw .damaged(format: .png, reason: "the first chunk is not IHDR")
    }
    guard let width = Int32(exactly: Self.word(bytes, 16)), let height = Int32(exactly: Self.word(bytes, 20)) else {
      throw .damaged(format: .png, reason: "the size is over 2^31")
    }
    self.width = Int(width)
    self.height = Int(height)

    // Gray and indexed pixels have one sample, colors three; the decoder rejects other types.
    let sampleCount = (bytes[25] & 3 == 2 ? 3 : 1) + (bytes[25] & 4 == 4 ? 1 : 0)
    pixelByteCount = sampleCount * (bytes[24] == 16 ? 2 : 1)
    let colorTypeHasAlpha = bytes[25] & 4 != 0
    var hasTransparency = false
    var pixelsEnd = 0
    var metadata = PNGMetadata()
    var offset = headerEnd
    while true {
      guard bytes.count - offset >= Self.chunkOverhead else { throw .truncated(format: .png) }
      let dataByteCount = Int(clamping: Self.word(bytes, offset))
      guard dataByteCount <= bytes.count - offset - Self.chunkOverhead else { throw .truncated(format: .png) }
      let type = Self.word(bytes, offset + 4)
      if type == Self.iend { break }
      if type == Self.trns, pixelsEnd == 0 { hasTransparency = true }
      metadata.read(type: type, bytes[offset + 8..<offset + 8 + dataByteCount])
      offset += Self.chunkOverhead + dataByteCount
      if type == Self.idat { pixelsEnd = offset }
    }
    self.pixelsEnd = pixelsEnd
    orientation = metadata.stated()
    hasAlpha = colorTypeHasAlpha || hasTransparency
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
