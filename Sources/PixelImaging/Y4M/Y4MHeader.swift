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
  /// Whether there is only luma.
  public let isGray: Bool
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
      // A frame, the previous one, and three bytes per pixel of colors.
      try limits.check(memoryByteCount: 6 * width * height)
    } catch {
      throw .unusableSize(error)
    }
    frameRate = try Self.frameRate(parameters["F"])
    // The default is 4:2:0; its variants differ in where chroma is sampled, by at most half a pixel.
    let colorSpace = parameters["C"] ?? "420"
    guard ["420", "420jpeg", "420mpeg2", "420paldv", "mono"].contains(colorSpace) else {
      throw .unsupportedColorSpace(Self.shown(colorSpace))
    }
    isGray = colorSpace == "mono"
  }

  /// Bytes of a frame's samples in the file.
  var frameByteCount: Int { isGray ? lumaByteCount : i420ByteCount }

  /// Bytes of the luma of a frame.
  var lumaByteCount: Int { width * height }

  /// Bytes of luma and chroma of a frame; an odd last column or row has chroma too.
  var i420ByteCount: Int { lumaByteCount + 2 * ((width + 1) / 2) * ((height + 1) / 2) }

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
