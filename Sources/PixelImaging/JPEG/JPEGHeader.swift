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
  private var isArithmetic = false
  /// The number of coefficients in all scans.
  private var sampleCount = 0
  /// For each component, the lowest bits of its 64 coefficients that no scan has brought yet; 0 when all are there.
  private var missingBits: [UInt8: [UInt8]] = [:]
  /// Whether the end marker is there. Without it, all scans are.
  private(set) var hasEndMarker = true

  /// Walks the markers from SOI to EOI; throws once `limits` are exceeded.
  init(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
    var offset = 2
    while true {
      guard let marker = Self.nextMarker(bytes, &offset) else {
        // Whether the last scan is whole, the decoder finds out, but not with arithmetic coding.
        guard !isArithmetic, missingBits.count == componentCount, scanCount > 0,
          missingBits.values.allSatisfy({ $0.allSatisfy { $0 == 0 } })
        else { throw .truncated(format: .jpeg) }
        hasEndMarker = false
        return
      }
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
        try readFrame(segment, limits: limits)
        isProgressive = marker & 3 == 2
        isArithmetic = marker >= 0xC9
        // A Huffman-coded block of 64 pixels takes at least one bit, an arithmetic-coded one of a real picture a
        // sixteenth: without a bound, a file of one kilobyte could take minutes.
        guard width * height / (isArithmetic ? 8192 : 512) <= bytes.count else { throw .truncated(format: .jpeg) }
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

  /// Whether a file ends with the end marker, perhaps with other bytes behind it.
  static func hasEndMarker(_ bytes: [UInt8]) -> Bool {
    bytes.suffix(2).elementsEqual([0xFF, 0xD9])
      || (try? JPEGHeader(bytes, limits: ImageLimits(sideLength: .max, pixelCount: .max, sampleCount: .max)))?
        .hasEndMarker ?? true
  }

  /// Bytes that decoding takes: 3 per decoded pixel, and 4 more for CMYK; plus 2 for each coefficient if there are
  /// several scans; or, afterward, 3 for the picture rotated upright.
  var memoryByteCount: Int {
    let coefficients = isProgressive || scanCount > 1 ? 2 * componentCount : 0
    let stored = componentCount == 4 ? 7 : 3
    return width * height * (stored + max(coefficients, orientation == .up ? 0 : 3))
  }

  /// The number of coefficients in a scan. A block counts as at least four, even if the scan has fewer of its 64.
  private mutating func samples(ofScan segment: ArraySlice<UInt8>) throws(ImageError) -> Int {
    let components = segment.first.map { Int($0) } ?? 0
    let band = segment.startIndex + 1 + 2 * components
    guard (1...4).contains(components), band + 1 < segment.endIndex else {
      throw .damaged(format: .jpeg, reason: "a scan's header is too short")
    }
    let (first, last) = isProgressive ? (Int(segment[band]), min(Int(segment[band + 1]), 63)) : (0, 63)
    let lowBits = isProgressive && band + 2 < segment.endIndex ? segment[band + 2] & 15 : 0
    for component in stride(from: segment.startIndex + 1, to: band, by: 2) {
      var bits = missingBits[segment[component]] ?? Array(repeating: 255, count: 64)
      for index in stride(from: first, through: last, by: 1) { bits[index] = lowBits }
      missingBits[segment[component]] = bits
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
    guard [1, 3, 4].contains(componentCount) else {
      throw .unsupported(format: .jpeg, reason: "\(componentCount) components, only gray, RGB and CMYK are read")
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
