import MudraPlatform

extension JSONValue {
  /// The members that every object about a file begins with: its schema and the file's path.
  ///
  /// JSON has no bytes. In a path that is not UTF-8, U+FFFD stands for each byte that is not, and `sourceBytes` has the
  /// whole path with these bytes, `%` and spaces as `%E9`, as in a URL.
  package static func firstMembers(schema: String, source: String) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("schema", .string(schema)), ("source", .string(PathText.replacingBytes(of: source) { _ in "\u{FFFD}" })),
    ]
    if PathText.hasForeignBytes(source) { members.append(("sourceBytes", .string(percentEncoded(source)))) }
    return members
  }

  private static func percentEncoded(_ path: String) -> String {
    PathText.bytes(of: path).map { byte in
      (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "%")
        ? String(Unicode.Scalar(byte)) : "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
