import PixelImaging

/// Why a message is no frame.
public enum FrameError: Error, Equatable, Sendable {
  /// It ends before the first pixel.
  case truncated(byteCount: Int)
  /// Its first byte is another one.
  case notAFrame
  /// Its version is unknown.
  case version(UInt8)
  /// Its format is unknown.
  case format(UInt8)
  /// Bits are set that have no meaning.
  case reservedBits
  /// Its time is negative, too late or no number.
  case time(Double)
  /// A side is empty or longer than the limit.
  case size(width: Int, height: Int, limit: Int)
  /// It has another number of bytes than its format and size need.
  case byteCount(found: Int, expected: Int)
  /// The picture has another size than the header says.
  case otherSize(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// The picture cannot be decoded.
  case image(ImageError)
}

extension FrameError: CustomStringConvertible {
  /// What was found and what was expected, in one sentence.
  public var description: String {
    switch self {
    case .truncated(let count):
      "a frame of \(count) bytes has no pixels: its header has \(FrameHeader.byteCount)"
    case .notAFrame: "the message does not begin with ‘M’, as frames do"
    case .version(let version): "frames of version \(version) are unknown, expected \(FrameHeader.version)"
    case .format(let format): "format \(format) is unknown, expected 1 (JPEG or PNG), 3 (I420) or 4 (NV12)"
    case .reservedBits: "bits of the header that have no meaning are not zero"
    case .time(let time): "the time is \(time) ms, expected a number from 0 to 2⁵²"
    case .size(let width, let height, let limit):
      "the frame is \(width)×\(height), expected sides from 1 to \(limit)"
    case .byteCount(let found, let expected): "the frame has \(found) bytes of pixels, expected \(expected)"
    case .otherSize(let width, let height, let expectedWidth, let expectedHeight):
      "the picture is \(width)×\(height), its header says \(expectedWidth)×\(expectedHeight)"
    case .image(let error): error.description
    }
  }
}
