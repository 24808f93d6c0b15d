/// What must be known about a JPEG before it is decoded: its size, components, orientation and scans, and that it is
/// complete.
struct JPEGHeader {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var componentCount = 0
  private(set) var scanCount = 0
  private var metadata = OrientationMetadata()
  /// Whether a scan holds only some of the coefficients of its blocks.
  private var isProgressive = false
  /// The number of coefficients in all scans.
  private var sampleCount = 0

  /// Walks the markers from SOI to EOI; throws once `limits` are exceeded.
  init(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
    var offset = 2
    while true {
      guard let marker = Self.nextMarker(bytes, &offset) else { throw .truncated(format: .jpeg) }
      switch marker {
      case 0xD9:
        guard scanCount > 0 else { throw .damaged(format: .jpeg, reason: "there is no picture in it") }
        return
      case 0x01, 0xD0...0xD8:
        continue
      default:
        break
      }
      guard bytes.count - offset >= 2 else { throw .truncated(format: .jpeg) }
      let byteCount = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
      guard byteCount >= 2 else { throw .damaged(format: .jpeg, reason: "a segment has length \(byteCount)") }
      guard byteCount <= bytes.count - offset else { throw .truncated(format: .jpeg) }
      let segment = bytes[offset + 2..<offset + byteCount]
      offset += byteCount
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        // A file of one kilobyte could take minutes.
        guard marker < 0xC9 else { throw .unsupported(format: .jpeg, reason: "arithmetic coding") }
        try readFrame(segment, limits: limits)
        isProgressive = marker & 3 == 2
        // A Huffman-coded block of 64 pixels takes at least one bit.
        guard width * height / 512 <= bytes.count else { throw .truncated(format: .jpeg) }
      case 0xE1:
        metadata.read(app1: segment)
      case 0xDA:
        scanCount += 1
        guard componentCount > 0 else { throw .damaged(format: .jpeg, reason: "a scan comes before the frame header") }
        guard scanCount <= limits.scanCount else { throw .tooManyScans(limit: limits.scanCount) }
        sampleCount += try samples(ofScan: segment)
        try limits.check(sampleCount: sampleCount)
      default:
        break
      }
    }
  }

  var orientation: ImageOrientation { metadata.orientation }

  /// Bytes that decoding takes: 3 per decoded pixel; plus 2 for each coefficient if there are several scans; or,
  /// afterward, 3 for the picture rotated upright.
  var memoryByteCount: Int {
    let coefficients = isProgressive || scanCount > 1 ? 2 * componentCount : 0
    return width * height * (3 + max(coefficients, orientation == .up ? 0 : 3))
  }

  /// The number of coefficients in a scan. A block counts as at least four, even if the scan has fewer of its 64.
  private func samples(ofScan segment: ArraySlice<UInt8>) throws(ImageError) -> Int {
    let components = segment.first.map { Int($0) } ?? 0
    let band = segment.startIndex + 1 + 2 * components
    guard (1...4).contains(components), band + 1 < segment.endIndex else {
      throw .damaged(format: .jpeg, reason: "a scan's header is too short")
    }
    let coefficients = isProgressive ? Int(segment[band + 1]) - Int(segment[band]) + 1 : 64
    return width * height * components * min(max(coefficients, 4), 64) / 64
  }

  private mutating func readFrame(_ segment: ArraySlice<UInt8>, limits: ImageLimits) throws(ImageError) {
    guard componentCount == 0 else { throw .damaged(format: .jpeg, reason: "there are two frame headers") }
    let start = segment.startIndex
    guard segment.count >= 6, segment[start + 5] > 0 else {
      throw .damaged(format: .jpeg, reason: "the frame header is too short")
    }
    guard segment[start] == 8 else {
      throw .unsupported(format: .jpeg, reason: "\(segment[start]) bits a sample, only 8 are read")
    }
    height = Int(segment[start + 1]) << 8 | Int(segment[start + 2])
    width = Int(segment[start + 3]) << 8 | Int(segment[start + 4])
    componentCount = Int(segment[start + 5])
    try limits.check(width: width, height: height)
    guard componentCount == 1 || componentCount == 3 else {
      let reason = componentCount == 4 ? "CMYK color" : "\(componentCount) components"
      throw .unsupported(format: .jpeg, reason: "\(reason), only gray and RGB are read")
    }
  }

  /// Skips compressed data and stray bytes past the next marker, and returns it; nil at the end of the bytes.
  private static func nextMarker(_ bytes: [UInt8], _ offset: inout Int) -> UInt8? {
    while let found = bytes[offset...].firstIndex(of: 0xFF) {
      offset = found + 1
      while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
      guard offset < bytes.count else { return nil }
      offset += 1
      // FF 00 is a byte FF of the compressed data.
      if bytes[offset - 1] != 0 { return bytes[offset - 1] }
    }
    return nil
  }
}
