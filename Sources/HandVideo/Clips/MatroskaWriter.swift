/// Frames of packed red, green and blue as Matroska, with their times, for FFmpeg to read.
struct MatroskaWriter {
  /// What goes before the first frame.
  static func header(width: Int, height: Int) -> [UInt8] {
    let video =
      element(Matroska.pixelWidth, width) + element(Matroska.pixelHeight, height)
      + element(Matroska.colorSpace, Array("RGB\u{18}".utf8))
    let track =
      element(Matroska.trackNumber, 1) + element(Matroska.trackUID, 1) + element(Matroska.trackType, 1)
      + element(Matroska.codec, Array("V_UNCOMPRESSED".utf8)) + element(Matroska.video, video)
    let info = element(Matroska.timestampScale, Matroska.millisecond)
    return element(Matroska.header, element(Matroska.documentType, Array("matroska".utf8)))
      // The size is not known.
      + identifier(Matroska.segment) + [0xFF] + element(Matroska.info, info)
      + element(Matroska.tracks, element(Matroska.trackEntry, track))
  }

  /// What goes before the pixels of a frame: a cluster of its own, with its time in milliseconds.
  static func frameHeader(timestamp: Int, pixelByteCount: Int) -> [UInt8] {
    let block = identifier(Matroska.simpleBlock) + size(4 + pixelByteCount) + [0x81, 0, 0, 0x80]
    let time = element(Matroska.timestamp, timestamp)
    return identifier(Matroska.cluster) + size(time.count + block.count + pixelByteCount) + time + block
  }

  private static func element(_ name: UInt32, _ value: Int) -> [UInt8] {
    element(name, bigEndian(UInt64(value)))
  }

  private static func element(_ name: UInt32, _ bytes: [UInt8]) -> [UInt8] {
    identifier(name) + size(bytes.count) + bytes
  }

  private static func identifier(_ name: UInt32) -> [UInt8] { Array(bigEndian(UInt64(name)).drop { $0 == 0 }) }

  /// A size in eight bytes.
  private static func size(_ count: Int) -> [UInt8] { bigEndian(1 << 56 | UInt64(count)) }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
  }
}
