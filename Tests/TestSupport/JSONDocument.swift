import Foundation

/// Any JSON value.
package enum JSONDocument: Decodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONDocument])
  case object([String: JSONDocument])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONDocument].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONDocument].self))
    }
  }

  /// Reads a text.
  package init(_ text: String) throws {
    self = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8))
  }

  /// The value of an object's key; nil for none, and for what is no object.
  package subscript(key: String) -> JSONDocument? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The elements of an array; none for anything else.
  package var elements: [JSONDocument] { if case .array(let values) = self { values } else { [] } }

  /// The text; nil for anything else.
  package var text: String? { if case .string(let value) = self { value } else { nil } }

  /// The number; nil for anything else.
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
}
