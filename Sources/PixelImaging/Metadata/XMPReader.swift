/// Finds `tiff:Orientation` in an XMP packet, as an attribute or as an element, in one pass over its bytes.
///
/// This is not an XML parser: it knows tags, attributes, comments and processing instructions, and gives up at the
/// first thing that it does not understand.
struct XMPReader {
  /// What precedes the packet in a JPEG.
  static let prefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  /// The names that stand for the namespace.
  private var prefixes: [ArraySlice<UInt8>] = [ArraySlice("tiff".utf8)]

  private static let namespace = Array("http://ns.adobe.com/tiff/1.0/".utf8)
  private static let prefixLimit = 8
  private static let declaration = Array("xmlns:".utf8)
  private static let name = Array(":Orientation".utf8)

  init(_ packet: ArraySlice<UInt8>) {
    // In UTF-16 and UTF-32 every ASCII character has bytes of zero beside it.
    bytes = packet.prefix(4).contains(0) ? ArraySlice(packet.filter { $0 != 0 }) : packet
    place = bytes.startIndex
  }

  /// The first orientation in the packet, `-1` if it is no number; nil if there is none.
  mutating func orientation() -> Int? {
    while skip(past: "<") {
      if starts("!--") {
        guard skip(past: "-->") else { return nil }
      } else if !starts("?"), !starts("!"), !starts("/"), let text = tag() {
        let digits = text.drop(while: Self.isSpace).prefix { !Self.isSpace($0) }
        return Int(String(decoding: digits.prefix(20), as: UTF8.self)) ?? -1
      }
    }
    return nil
  }

  /// Reads a tag from its name on; the text of the orientation if it is this tag or one of its attributes.
  private mutating func tag() -> ArraySlice<UInt8>? {
    let tagName = read { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    // A namespace may be declared after the attribute that uses it.
    var found: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
    while true {
      _ = read(while: Self.isSpace)
      guard place < bytes.endIndex else { return nil }
      if bytes[place] == UInt8(ascii: ">") || bytes[place] == UInt8(ascii: "/") { break }
      guard let attribute = attribute() else { return nil }
      if attribute.name.starts(with: Self.declaration), attribute.value.elementsEqual(Self.namespace) {
        if prefixes.count < Self.prefixLimit { prefixes.append(attribute.name.dropFirst(Self.declaration.count)) }
      } else if attribute.name.hasSuffix(Self.name) {
        found.append(attribute)
      }
    }
    if let attribute = found.first(where: { isOrientation($0.name) }) { return attribute.value }
    guard isOrientation(tagName), bytes[place] == UInt8(ascii: ">") else { return nil }
    place += 1
    return read { $0 != UInt8(ascii: "<") }
  }

  private mutating func attribute() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    let name = read { !Self.isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
    _ = read(while: Self.isSpace)
    guard !name.isEmpty, starts("=") else { return nil }
    place += 1
    _ = read(while: Self.isSpace)
    guard starts("\"") || starts("'") else { return nil }
    let quote = bytes[place]
    place += 1
    let value = read { $0 != quote }
    guard place < bytes.endIndex else { return nil }
    place += 1
    return (name, value)
  }

  private func isOrientation(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.hasSuffix(Self.name) else { return false }
    return prefixes.contains { $0.elementsEqual(name.dropLast(Self.name.count)) }
  }

  // MARK: Bytes

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func starts(_ text: StaticString) -> Bool {
    let rest = bytes[place...]
    return text.withUTF8Buffer { rest.starts(with: $0) }
  }

  private mutating func read(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.endIndex, isPart(bytes[place]) { place += 1 }
    return bytes[start..<place]
  }

  /// Moves behind the next occurrence of a text; false if it does not occur.
  private mutating func skip(past text: StaticString) -> Bool {
    while place < bytes.endIndex {
      if starts(text) {
        place += text.utf8CodeUnitCount
        return true
      }
      place += 1
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool { self.suffix(suffix.count).elementsEqual(suffix) }
}
