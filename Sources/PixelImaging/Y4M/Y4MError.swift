/// What is wrong with a YUV4MPEG2 clip, or with the file to which one is written. Frames count from 0.
public enum Y4MError: Error, Equatable, Sendable {
  /// The file cannot be opened or read.
  case cannotRead(reason: String)
  /// The file cannot be written.
  case cannotWrite(reason: String)
  /// The first bytes are not those of a clip.
  case notAClip
  /// The first bytes are those of another kind of file, which the reason names.
  case otherFile(reason: String)
  /// The clip ends within its header.
  case truncatedHeader
  /// The header's line is longer than the limit.
  case headerTooLong(byteLimit: Int)
  /// The header lacks a parameter.
  case missingParameter(Character)
  /// A parameter of the header has an invalid value.
  case badParameter(Character, value: String)
  /// Frames are empty or exceed the limits.
  case unusableSize(ImageError)
  /// The sample layout is not supported.
  case unsupportedColorSpace(String)
  /// A frame does not begin with a frame header.
  case badFrameHeader(frame: Int)
  /// The clip ends within a frame.
  case truncatedFrame(frame: Int, byteCount: Int, expected: Int)
  /// The size of a picture to be written differs from that of the clip.
  case otherSize(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
}

extension Y4MError: CustomStringConvertible {
  /// A human-readable sentence.
  public var description: String {
    switch self {
    case .cannotRead(let reason): "cannot be read: \(reason)"
    case .cannotWrite(let reason): "cannot be written: \(reason)"
    case .notAClip: "not a Y4M video"
    case .otherFile(let reason): reason
    case .truncatedHeader: "the clip is cut short in its header"
    case .headerTooLong(let limit): "the clip's header is longer than \(limit) bytes"
    case .missingParameter(let name): "the clip's header lacks the parameter \(name)"
    case .badParameter(let name, let value): "the clip's header has the parameter \(name) with the value “\(value)”"
    case .unusableSize(let reason): "frames cannot be read: \(reason)"
    case .unsupportedColorSpace(let name):
      "the clip's color space “\(name)” is not read, only 4:2:0, 4:2:2, 4:4:4 and gray of 8 to 16 bits"
    case .badFrameHeader(let frame): "frame \(frame) does not begin with FRAME and a line's end"
    case .truncatedFrame(let frame, let count, let expected):
      "the clip is cut short in frame \(frame), after \(count) of \(expected) bytes"
    case .otherSize(let width, let height, let expectedWidth, let expectedHeight):
      "a picture of \(width) × \(height) does not fit in a clip of \(expectedWidth) × \(expectedHeight)"
    }
  }
}
