/// The 24 bytes before the pixels of a frame, on a socket and in a recording. Numbers are little-endian.
///
/// ```
/// 0  'M'      1  version, 1   2  format     3  flags
/// 4  u16 width                6  u16 height 8  u32 number   12  u32 0   16  f64 time in milliseconds
/// ```
public struct FrameHeader: Sendable, Hashable {
  /// How the pixels are stored.
  public enum Format: UInt8, Sendable, Hashable, CaseIterable {
    /// The bytes of a JPEG or PNG file.
    case picture = 1
    /// A plane of luma, one of U and one of V, without gaps.
    case i420 = 3
    /// A plane of luma and one of U and V in pairs, without gaps.
    case nv12 = 4
  }

  /// What is known about the pixels, and what they are for.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// Luma and chroma are those of ITU-R BT.709; otherwise of BT.601.
    public static let bt709 = Flags(rawValue: 1)
    /// Luma and chroma are 0…255; otherwise those of video.
    public static let fullRange = Flags(rawValue: 2)
    /// A picture by itself, which no frame comes before or after.
    public static let still = Flags(rawValue: 4)
    /// A picture that is an example of the gesture being taught.
    public static let example = Flags(rawValue: 8)

    /// One bit for each flag.
    public let rawValue: UInt8

    /// Flags from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }

  /// The number of bytes.
  public static let byteCount = 24
  /// The version that is written and read.
  public static let version: UInt8 = 1

  /// How the pixels are stored.
  public var format: Format
  /// What is known about them.
  public var flags: Flags
  /// The width in pixels; 0 for a picture file of any size.
  public var width: Int
  /// The height in pixels; 0 for a picture file of any size.
  public var height: Int
  /// What the sender calls the frame.
  public var number: UInt32
  /// When the frame was taken, in milliseconds.
  public var milliseconds: Double

  /// A header from its values.
  ///
  /// - Precondition: width and height are in 0…65535.
  public init(
    format: Format, flags: Flags = [], width: Int, height: Int, number: UInt32, milliseconds: Double
  ) {
    precondition((0...65535).contains(width) && (0...65535).contains(height), "a side has 16 bits")
    self.format = format
    self.flags = flags
    self.width = width
    self.height = height
    self.number = number
    self.milliseconds = milliseconds
  }

  /// Reads the header at the start of a message.
  ///
  /// - Throws: `FrameError`.
  public init(_ message: [UInt8]) throws(FrameError) {
    guard message.count > Self.byteCount else { throw .truncated(byteCount: message.count) }
    guard message[0] == UInt8(ascii: "M") else { throw .notAFrame }
    guard message[1] == Self.version else { throw .version(message[1]) }
    guard let format = Format(rawValue: message[2]) else { throw .format(message[2]) }
    guard message[3] < 16, message[12..<16].allSatisfy({ $0 == 0 }) else { throw .reservedBits }
    func number(_ start: Int, _ count: Int) -> UInt64 {
      message[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let milliseconds = Double(bitPattern: number(16, 8))
    guard milliseconds >= 0, milliseconds <= Self.latest else { throw .time(milliseconds) }
    self.init(
      format: format, flags: Flags(rawValue: message[3]), width: Int(number(4, 2)), height: Int(number(6, 2)),
      number: UInt32(number(8, 4)), milliseconds: milliseconds)
  }

  /// The latest time, at which doubles still count milliseconds.
  static let latest = 0x1p52

  /// The 24 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "M"), Self.version, format.rawValue, flags.rawValue]
    func append(_ value: UInt64, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
    }
    append(UInt64(width), 2)
    append(UInt64(height), 2)
    append(UInt64(number), 4)
    append(0, 4)
    append(milliseconds.bitPattern, 8)
    return bytes
  }

  /// The time as tasks take it: a whole number.
  public var timestamp: Int { Int(milliseconds.rounded()) }
}
