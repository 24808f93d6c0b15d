import Foundation

/// A JSON Schema (draft 2020-12) of few keywords, which judges values more strictly than the standard asks: a key that
/// the schema does not name, and a keyword that is not known here, are faults.
package struct JSONSchema {
  private let root: JSONDocument

  /// Keywords that say nothing about a value.
  private static let notes: Set<String> = ["$schema", "$id", "$defs", "title", "description"]

  /// Reads a schema from a file.
  package init(contentsOf url: URL) throws {
    try self.init(String(contentsOf: url, encoding: .utf8))
  }

  /// Reads a schema from its text.
  package init(_ text: String) throws {
    root = try JSONDocument(text)
  }

  /// What is wrong with a JSON text: a line for each fault, with its place.
  package func faults(in text: String) throws -> [String] {
    faults(of: try JSONDocument(text), root, at: "$")
  }

  private func faults(of value: JSONDocument, _ schema: JSONDocument, at place: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(place): no schema"] }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, argument in
      faults(of: value, keyword, argument, at: place)
    } + undocumented(value, keywords, at: place)
  }

  private func faults(of value: JSONDocument, _ keyword: String, _ argument: JSONDocument, at place: String) -> [String]
  {
    switch (keyword, value) {
    case ("$ref", _):
      let name = argument.text?.split(separator: "/").last.map(String.init) ?? ""
      guard let target = root["$defs"]?[name] else { return ["\(place): no definition \(name)"] }
      return faults(of: value, target, at: place)
    case ("anyOf", _):
      // The faults of the alternative that comes closest.
      return argument.elements.map { faults(of: value, $0, at: place) }.min { $0.count < $1.count } ?? []
    case ("type", _):
      let types = [argument].compactMap(\.text) + argument.elements.compactMap(\.text)
      return types.contains { Self.isType($0, value) } ? [] : ["\(place): is no \(types.joined(separator: " or "))"]
    case ("const", _): return value == argument ? [] : ["\(place): is not \(argument)"]
    case ("enum", _): return argument.elements.contains(value) ? [] : ["\(place): \(value) is none of the enum"]
    case ("required", .object(let members)):
      return argument.elements.compactMap(\.text).filter { members[$0] == nil }.map { "\(place): lacks \($0)" }
    case ("properties", .object(let members)):
      return members.flatMap { key, member in
        argument[key].map { faults(of: member, $0, at: "\(place).\(key)") } ?? []
      }
    case ("items", .array(let values)):
      return values.enumerated().flatMap { faults(of: $1, argument, at: "\(place)[\($0)]") }
    case ("minItems", .array(let values)): return bound(Double(values.count) >= argument.number ?? 0, keyword, place)
    case ("maxItems", .array(let values)): return bound(Double(values.count) <= argument.number ?? 0, keyword, place)
    case ("minimum", .number(let number)): return bound(number >= argument.number ?? 0, keyword, place)
    case ("maximum", .number(let number)): return bound(number <= argument.number ?? 0, keyword, place)
    case ("required", _), ("properties", _), ("items", _), ("minItems", _), ("maxItems", _), ("minimum", _),
      ("maximum", _):
      return []
    default: return Self.notes.contains(keyword) ? [] : ["\(place): the schema has the unknown keyword \(keyword)"]
    }
  }

  private func bound(_ isKept: Bool, _ keyword: String, _ place: String) -> [String] {
    isKept ? [] : ["\(place): breaks \(keyword)"]
  }

  private func undocumented(
    _ value: JSONDocument, _ keywords: [String: JSONDocument], at place: String
  ) -> [String] {
    guard case .object(let members) = value, let properties = keywords["properties"] else { return [] }
    return members.keys.filter { properties[$0] == nil }.sorted().map { "\(place): has the undocumented key \($0)" }
  }

  private static func isType(_ name: String, _ value: JSONDocument) -> Bool {
    switch (name, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
