/// The header of a YUV4MPEG2 clip: one line of ASCII, `YUV4MPEG2` and parameters that each begin with a letter.
///
///     YUV4MPEG2 W640 H480 F30:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED
///
/// Source: the manual page yuv4mpeg(5) of mjpegtools; XCOLORRANGE is FFmpeg's.
public struct Y4MHeader: Sendable, Hashable {
  /// The first bytes of every clip.
  package static let magic = Array("YUV4MPEG2".utf8)
  /// The maximum length of a header line, of the clip or of a frame.
  package static let lineByteLimit = 4096

  /// Pixels of a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Frames per second; nil if the header does not state it.
  public let frameRate: Y4MFrameRate?
  /// The chroma of a frame.
  public let chroma: Y4MChroma
  /// Bits of a sample: 8 to 16. Those with more than 8 are in two bytes, the lower one first.
  public let bitDepth: Int
  /// The values of black and white; by default, those of video.
  public let range: YUVImage.Encoding.Range

  /// Reads a header line, without its end.
  init(line: some Collection<UInt8>, limits: ImageLimits) throws(Y4MError) {
    var parameters: [Character: String] = [:]
    let words = line.split(separator: UInt8(ascii: " "))
    guard let first = words.first, first.elementsEqual(Self.magic) else { throw .notAClip }
    var range = YUVImage.Encoding.Range.video
    for word in words.dropFirst() {
      let text = String(decoding: word, as: UTF8.self)
      guard let name = text.first else { continue }
      if text == "XCOLORRANGE=FULL" { range = .full }
      parameters[name] = String(text.dropFirst())
    }
    self.range = range
    width = try Self.size("W", in: parameters)
    height = try Self.size("H", in: parameters)
    do {
      try limits.check(width: width, height: height)
    } catch {
      throw .unusableSize(error)
    }
    frameRate = try Self.frameRate(parameters["F"])
    // The default is 4:2:0.
    let colorSpace = parameters["C"] ?? "420"
    guard let kind = Y4MChroma.kind(of: colorSpace) else { throw .unsupportedColorSpace(Self.shown(colorSpace)) }
    (chroma, bitDepth) = kind
    do {
      // A frame, the previous one, three bytes per pixel of colors, and samples of two bytes before they become one.
      try limits.check(
        memoryByteCount: 2 * pictureByteCount + 3 * width * height + (bitDepth > 8 ? frameByteCount : 0))
    } catch {
      throw .unusableSize(error)
    }
  }

  /// Bytes of a frame's samples in the file.
  var frameByteCount: Int {
    let planeCount = chroma == .fourFourFourAlpha ? 4 : 3
    let count = chroma == .gray ? width * height : width * height + (planeCount - 1) * chromaCount
    return bitDepth > 8 ? 2 * count : count
  }

  /// Bytes of a frame's luma and chroma with 8 bits each.
  var pictureByteCount: Int { width * height + 2 * chromaCount }

  /// Samples in a plane of chroma; an odd last column or row has chroma too.
  private var chromaCount: Int {
    let halfWidth = (width + 1) / 2
    return switch chroma.format {
    case .i444: width * height
    case .i422: halfWidth * height
    default: halfWidth * ((height + 1) / 2)
    }
  }

  // MARK: Parameters

  private static func size(_ name: Character, in parameters: [Character: String]) throws(Y4MError) -> Int {
    guard let text = parameters[name] else { throw .missingParameter(name) }
    guard let value = number(text) else { throw .badParameter(name, value: shown(text)) }
    return value
  }

  /// A rate `30:1`; `0:0` means unknown.
  private static func frameRate(_ text: String?) throws(Y4MError) -> Y4MFrameRate? {
    guard let text, text != "0:0" else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let numerator = number(parts[0]), let denominator = number(parts[1]),
      let rate = Y4MFrameRate(numerator, denominator)
    else { throw .badParameter("F", value: shown(text)) }
    return rate
  }

  /// A value as shown in errors. By the format, values are ASCII; anything else must not reach a terminal.
  private static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(32).map { ("!"..."~").contains($0) ? $0 : "?" }))
  }

  /// A number of ASCII digits, which `Int` would also take with a sign.
  private static func number(_ text: some StringProtocol) -> Int? {
    guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
