import HandPose

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Gives types their values from JSON text.
struct TextDecoder: Decoder {
  let json: JSONText
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ json: JSONText, path: [any CodingKey]) {
    self.json = json
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw mismatch(type, "an object") }
    return KeyedDecodingContainer(TextMembers<Key>(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = json else { throw mismatch([Any].self, "an array") }
    return TextElements(values: values, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// The value as a type.
  func value<Value: Decodable>(as type: Value.Type) throws -> Value {
    switch type {
    case is Bool.Type:
      if case .bool(let value) = json, let value = value as? Value { return value }
      throw mismatch(type, "true or false")
    case is String.Type:
      if case .string(let text) = json, let value = text as? Value { return value }
      throw mismatch(type, "a text")
    case is Data.Type:
      // Bytes, as Foundation writes and reads them in JSON.
      guard case .string(let text) = json, let value = Base64.bytes(text).map({ Data($0) }) as? Value else {
        throw mismatch(type, "base64")
      }
      return value
    case let number as any TextNumber.Type:
      if case .number(let digits) = json, let value = number.init(json: digits) as? Value { return value }
      throw mismatch(type, "a number of its kind")
    default: return try Value(from: self)
    }
  }

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "\(expected) was expected"))
  }
}

extension TextDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { if case .null = json { true } else { false } }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(as: type) }
}

/// The members of an object.
private struct TextMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONText]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  private func decoder(_ key: Key) throws -> TextDecoder {
    guard let member = members[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "the key is missing"))
    }
    return TextDecoder(member, path: codingPath + [key])
  }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).value(as: type)
  }

  func nestedContainer<Other: CodingKey>(
    keyedBy type: Other.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Other> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { TextDecoder(.object(members), path: codingPath) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// The elements of an array.
private struct TextElements: UnkeyedDecodingContainer {
  let values: [JSONText]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(values: [JSONText], codingPath: [any CodingKey]) {
    self.values = values
    self.codingPath = codingPath
  }

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  private mutating func next() throws -> TextDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "there are only \(values.count) elements"))
    }
    defer { currentIndex += 1 }
    return TextDecoder(values[currentIndex], path: codingPath)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, case .null = values[currentIndex] else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().value(as: type) }

  mutating func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type) throws -> KeyedDecodingContainer<Other> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

/// A type of number that JSON's digits can be.
private protocol TextNumber {
  init?(json digits: String)
}

extension FixedWidthInteger where Self: TextNumber {
  init?(json digits: String) {
    // As `JSONDecoder`, 1.0 is an integer, too.
    guard let value = Self(digits) ?? Double(digits).flatMap({ Self(exactly: $0) }) else { return nil }
    self = value
  }
}

extension BinaryFloatingPoint where Self: TextNumber & LosslessStringConvertible {
  init?(json digits: String) {
    guard let value = Self(digits), value.isFinite else { return nil }
    self = value
  }
}

extension Int: TextNumber {}
extension Int32: TextNumber {}
extension Int64: TextNumber {}
extension UInt: TextNumber {}
extension UInt8: TextNumber {}
extension UInt32: TextNumber {}
extension UInt64: TextNumber {}
extension Float: TextNumber {}
extension Double: TextNumber {}

/// Bytes as text.
private enum Base64 {
  /// The bytes of a text; nil if it is not base64.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    for start in stride(from: 0, to: digits.count, by: 4) {
      var bits: UInt32 = 0
      for (index, digit) in digits[start..<start + 4].enumerated() {
        let isPadding = start + index >= digits.count - padding
        guard let value = isPadding ? 0 : value(of: digit) else { return nil }
        bits = bits << 6 | value
      }
      for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift))) }
    }
    bytes.removeLast(padding)
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
