/// Numbers and boxes of the ISO base media format (ISO/IEC 14496-12), read from a part of a file; nil beyond its end.
struct BoxReader {
  /// A box: its four letters and what it holds.
  typealias Box = (type: String, content: BoxReader)

  private let bytes: [UInt8]
  private var range: Range<Int>

  /// A reader of a whole file.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    range = 0..<bytes.count
  }

  /// The bytes that are left.
  var rest: ArraySlice<UInt8> { bytes[range] }

  /// The next number of some bytes, highest first; up to seven fit, where integers have 64 bits.
  mutating func number(_ byteCount: Int) -> Int? {
    guard byteCount <= range.count else { return nil }
    let value = bytes[range.prefix(byteCount)].reduce((0, true)) { state, byte in
      (state.0 << 8 | Int(byte), state.1 && state.0 < 1 << (Int.bitWidth - 10))
    }
    range = range.dropFirst(byteCount)
    return value.1 ? value.0 : nil
  }

  /// Passes over bytes.
  mutating func skip(_ byteCount: Int) -> Void? {
    guard byteCount <= range.count else { return nil }
    range = range.dropFirst(byteCount)
    return ()
  }

  /// The next box; nil at the end, and for one that is longer than what is left.
  mutating func box() -> Box? {
    let start = range.lowerBound
    guard var size = number(4), let type = number(4) else { return nil }
    if size == 1 {
      guard let large = number(8) else { return nil }
      size = large
    }
    let end = size == 0 ? range.upperBound : start + size
    guard range.lowerBound <= end, end <= range.upperBound else { return nil }
    var content = self
    content.range = range.lowerBound..<end
    range = end..<range.upperBound
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: type >> (24 - 8 * $0)) }
    return (String(decoding: letters, as: UTF8.self), content)
  }

  /// The boxes that are left.
  func boxes() -> [Box] {
    var (reader, boxes) = (self, [Box]())
    while let box = reader.box() { boxes.append(box) }
    return boxes
  }

  /// The version and flags of a box that has them.
  mutating func versionAndFlags() -> (version: Int, flags: Int)? {
    guard let version = number(1), let flags = number(3) else { return nil }
    return (version, flags)
  }
}
