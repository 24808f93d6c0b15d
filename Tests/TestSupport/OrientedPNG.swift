import PixelImaging

/// PNG files that state how their pixels are stored.
public enum OrientedPNG {
  /// The file of a picture, with a chunk `eXIf` behind its pixels.
  ///
  /// - Parameter value: EXIF's number of the orientation.
  public static func bytes(_ image: PixelImage, exif value: UInt8) throws -> [UInt8] {
    let block: [UInt8] =
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    let content = Array("eXIf".utf8) + block
    let chunk = bigEndian(UInt32(block.count)) + content + bigEndian(crc32(content))
    let file = try image.pngData()
    // The last chunk, IEND, has twelve bytes.
    return file.dropLast(12) + chunk + file.suffix(12)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }
}
