/// Where a PNG states its orientation: in the chunk `eXIf`, in a text with an XMP packet, and, written by programs from
/// before that chunk existed, in texts with the hexadecimal digits of an EXIF block.
struct PNGMetadata {
  private var orientation = OrientationMetadata()
  /// The first text that holds a profile in digits, and the first with an XMP packet.
  private var profile: Text?
  private var packet: Text?

  /// Chunks that may have metadata.
  static let (exif, text, compressedText, internationalText): (UInt32, UInt32, UInt32, UInt32) =
    (0x6558_4966, 0x7445_5874, 0x7A54_5874, 0x6954_5874)

  /// Texts longer than this are read as far as it.
  private static let textByteLimit = 1 << 20
  private static let profileKeywords: [StaticString] = [
    "Raw profile type exif", "Raw profile type APP1", "Raw profile type xmp",
  ]
  private static let packetKeyword: StaticString = "XML:com.adobe.xmp"

  /// Reads a chunk, whatever its type.
  mutating func read(type: UInt32, _ chunk: ArraySlice<UInt8>) {
    switch type {
    case Self.exif:
      orientation.read(exif: chunk)
    case Self.text, Self.compressedText, Self.internationalText:
      if packet == nil, let text = Text(chunk, type: type, keywords: [Self.packetKeyword]) { packet = text }
      if profile == nil, let text = Text(chunk, type: type, keywords: Self.profileKeywords) { profile = text }
    default:
      break
    }
  }

  /// The orientation after all chunks were read: that of `eXIf`, then of a profile, then of XMP. At most two texts are
  /// decompressed.
  func stated() -> ImageOrientation {
    var orientation = orientation
    if !orientation.isDecided, let digits = profile?.bytes(byteLimit: Self.textByteLimit) {
      let bytes = Self.profileBytes(digits)[...]
      if bytes.starts(with: TIFFBlock.prefix) || TIFFBlock(bytes) != nil {
        orientation.read(exif: bytes)
      } else {
        let isSegment = bytes.starts(with: XMPReader.prefix)
        orientation.read(xmp: isSegment ? bytes.dropFirst(XMPReader.prefix.count) : bytes)
      }
    }
    if !orientation.isDecided, let packet = packet?.bytes(byteLimit: Self.textByteLimit) {
      orientation.read(xmp: packet)
    }
    return orientation.orientation
  }

  /// The bytes of a profile: a name and a length, each on a line of its own, then digits.
  private static func profileBytes(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let lines = text.split(maxSplits: 2) { (0x0A...0x0D).contains($0) }
    guard lines.count == 3 else { return [] }
    let digits = lines[2].lazy.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    var bytes: [UInt8] = []
    var high: Int?
    for digit in digits {
      if let first = high { bytes.append(UInt8(first << 4 | digit)) }
      high = high == nil ? digit : nil
    }
    return bytes
  }

  /// The text of a chunk, still compressed if it is stored so.
  private struct Text {
    private let stored: ArraySlice<UInt8>
    private let isCompressed: Bool

    /// Nil for a chunk with another keyword, and for one that is damaged.
    init?(_ chunk: ArraySlice<UInt8>, type: UInt32, keywords: [StaticString]) {
      guard let end = chunk.prefix(80).firstIndex(of: 0),
        keywords.contains(where: { $0.withUTF8Buffer { chunk[..<end].elementsEqual($0) } })
      else { return nil }
      var rest = chunk[(end + 1)...]
      switch type {
      case PNGMetadata.compressedText:
        guard rest.popFirst() == 0 else { return nil }
        isCompressed = true
      case PNGMetadata.internationalText:
        guard let compression = rest.popFirst(), let method = rest.popFirst(), compression <= 1, method == 0 else {
          return nil
        }
        isCompressed = compression == 1
        // A language and the keyword in it.
        for _ in 0..<2 {
          guard let end = rest.firstIndex(of: 0) else { return nil }
          rest = rest[(end + 1)...]
        }
      default:
        isCompressed = false
      }
      stored = rest
    }

    /// The text, or its start; nil if the compressed bytes are damaged.
    func bytes(byteLimit: Int) -> ArraySlice<UInt8>? {
      guard isCompressed else { return stored.prefix(byteLimit) }
      return ZlibReader.decompress(stored.prefix(byteLimit), byteLimit: byteLimit)[...]
    }
  }
}
