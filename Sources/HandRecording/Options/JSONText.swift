import TFLiteFormat

/// JSON text as values can be decoded from it: what `JSONDecoder` does, without Foundation.
package enum JSONText {
  case null
  case bool(Bool)
  /// The digits, from which each type of number makes its own.
  case number(String)
  case string(String)
  case array([JSONText])
  case object([String: JSONText])

  /// Why a text is no JSON.
  package struct Fault: Error, Equatable, Sendable {
    /// The byte at which it is found out.
    package let offset: Int
    /// What was expected there.
    package let expected: String
  }

  /// No deeper nesting is read.
  static let depthLimit = 32

  /// Reads a text.
  ///
  /// - Throws: `Fault`.
  package init(_ text: some Sequence<UInt8>) throws(Fault) {
    var reader = JSONReader(bytes: Array(text))
    self = try reader.value(depth: 0)
    try reader.end()
  }

  /// A value of a type.
  ///
  /// - Throws: `DecodingError`, or what the type throws.
  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try TextDecoder(self, path: []).value(as: type)
  }
}

/// Reads JSON from its start to its end.
private struct JSONReader {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func fault(_ expected: String) -> JSONText.Fault { .init(offset: offset, expected: expected) }

  private mutating func skipSpaces() {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  mutating func end() throws(JSONText.Fault) {
    skipSpaces()
    guard offset == bytes.count else { throw fault("the end") }
  }

  mutating func value(depth: Int) throws(JSONText.Fault) -> JSONText {
    guard depth < JSONText.depthLimit else { throw fault("no deeper nesting than \(JSONText.depthLimit)") }
    if take("{") { return try object(depth: depth) }
    if take("[") { return try array(depth: depth) }
    if take("\"") { return .string(try string()) }
    for (word, value) in [("null", JSONText.null), ("true", .bool(true)), ("false", .bool(false))]
    where bytes[offset...].starts(with: word.utf8) {
      offset += word.utf8.count
      return value
    }
    return .number(try number())
  }

  private mutating func object(depth: Int) throws(JSONText.Fault) -> JSONText {
    var members: [String: JSONText] = [:]
    if take("}") { return .object(members) }
    repeat {
      guard take("\"") else { throw fault("a key") }
      let key = try string()
      guard take(":") else { throw fault("a colon") }
      guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
        throw fault("no second value of “\(key)”")
      }
    } while take(",")
    guard take("}") else { throw fault("a comma or brace") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONText.Fault) -> JSONText {
    var values: [JSONText] = []
    if take("]") { return .array(values) }
    repeat { values.append(try value(depth: depth + 1)) } while take(",")
    guard take("]") else { throw fault("a comma or bracket") }
    return .array(values)
  }

  private mutating func number() throws(JSONText.Fault) -> String {
    let start = offset
    func digits() throws(JSONText.Fault) {
      let first = offset
      while offset < bytes.count, (0x30...0x39).contains(bytes[offset]) { offset += 1 }
      guard offset > first else { throw fault("a value") }
    }
    func isNext(_ characters: String) -> Bool { offset < bytes.count && characters.utf8.contains(bytes[offset]) }
    if isNext("-") { offset += 1 }
    let hasLeadingZero = isNext("0")
    let first = offset
    try digits()
    guard !hasLeadingZero || offset == first + 1 else { throw fault("no zero in front of a number") }
    if isNext(".") {
      offset += 1
      try digits()
    }
    if isNext("eE") {
      offset += 1
      if isNext("+-") { offset += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// The rest of a string, behind its quotation mark.
  private mutating func string() throws(JSONText.Fault) -> String {
    var text: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = Bytes(text).utf8Text else { throw fault("UTF-8") }
        return string
      case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
      case 0..<0x20: throw fault("no control characters in a text")
      default: text.append(byte)
      }
    }
    throw fault("a quotation mark")
  }

  private mutating func escaped() throws(JSONText.Fault) -> Unicode.Scalar {
    guard offset < bytes.count else { throw fault("an escape") }
    let letter = bytes[offset]
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw fault("an escape")
    }
    let first = try unit()
    if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
    guard UTF16.isLeadSurrogate(first), take("\\"), take("u") else { throw fault("a pair of surrogates") }
    let second = try unit()
    guard UTF16.isTrailSurrogate(second) else { throw fault("a pair of surrogates") }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func unit() throws(JSONText.Fault) -> UInt16 {
    // No sign, which an integer's initializer would take.
    let digits = bytes[offset...].prefix(4).filter { Character(Unicode.Scalar($0)).isHexDigit }
    guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits") }
    offset += 4
    return unit
  }
}
