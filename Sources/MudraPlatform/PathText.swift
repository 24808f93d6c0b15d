/// Paths as text. A path is bytes, which need not be UTF-8; text made from one here leads back to the same bytes.
///
/// Each byte that is not part of a UTF-8 character becomes a private-use scalar of its own, as do the bytes of a
/// character that is one of these scalars. Text for people and for JSON never shows them: see ``shown(_:)``.
package enum PathText {
  /// The scalar that would stand for byte 0; only bytes from 0x80 on have one. It lies at the end of the last plane,
  /// where no script and no icon font has its signs.
  private static let base: UInt32 = 0x10F700
  /// The first byte of these scalars in UTF-8.
  private static let leadByte: UInt8 = 0xF4

  /// The text for the bytes of a path.
  package static func text(of path: some Sequence<UInt8>) -> String {
    let bytes = Array(path)
    var result = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var place = 0
    while true {
      let count: Int
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return String(result)
      case .valid(let encoded):
        count = encoded.count
        let scalar = Unicode.UTF8.decode(encoded)
        if byte(of: scalar) == nil {
          result.append(scalar)
        } else {
          result.append(contentsOf: bytes[place..<place + count].map(scalar(for:)))
        }
      case .error(let length):
        count = length
        result.append(contentsOf: bytes[place..<place + count].map(scalar(for:)))
      }
      place += count
    }
  }

  /// The bytes of a path, for the system.
  package static func bytes(of text: String) -> [UInt8] {
    guard text.utf8.contains(leadByte) else { return Array(text.utf8) }
    var result: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(of: scalar) { result.append(byte) } else { result += Array(String(scalar).utf8) }
    }
    return result
  }

  /// Calls `body` with the path as the system takes it: its bytes and a zero.
  package static func withSystemPath<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard text.utf8.contains(leadByte) else { return text.withCString(body) }
    return body(bytes(of: text).map { CChar(bitPattern: $0) } + [0])
  }

  /// The byte that a scalar stands for; nil for any other scalar.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// Whether the path is not UTF-8.
  package static func hasForeignBytes(_ text: String) -> Bool {
    text.utf8.contains(leadByte) && text.unicodeScalars.contains { byte(of: $0) != nil }
  }

  /// The path with `\xE9` for each byte that is not UTF-8.
  package static func shown(_ text: String) -> String {
    replacingBytes(of: text) { "\\x" + String($0, radix: 16, uppercase: true) }
  }

  /// The path with another text for each byte that is not UTF-8.
  package static func replacingBytes(of text: String, with replacement: (UInt8) -> String) -> String {
    guard hasForeignBytes(text) else { return text }
    return text.unicodeScalars.map { scalar in byte(of: scalar).map(replacement) ?? String(scalar) }.joined()
  }

  /// The program's arguments, its own name apart. (`CommandLine.arguments` repairs bytes that are not UTF-8, after
  /// which they lead to no file.)
  package static var programArguments: [String] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      CommandLine.unsafeArgv[index].map { text(ofSystemPath: $0) }
    }
  }

  /// The text for a path as the system gives it, which ends in a zero.
  package static func text(ofSystemPath path: UnsafePointer<CChar>) -> String {
    text(of: UnsafeBufferPointer(start: path, count: strlen(path)).lazy.map { UInt8(bitPattern: $0) })
  }

  private static func scalar(for byte: UInt8) -> Unicode.Scalar {
    // Bytes below 0x80 are characters by themselves.
    byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
  }
}
