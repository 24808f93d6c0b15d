import TFLiteFormat

/// A JSON value that keeps the order of its keys and the text of its numbers.
package enum JSONValue {
  case null
  case bool(Bool)
  case integer(Int)
  /// Written so that it reads back as the same `Float`; null if it is not finite.
  case float(Float)
  /// Written so that it reads back as the same `Double`; null if it is not finite.
  case double(Double)
  case string(String)
  case array([JSONValue])
  /// An array of so many values, which are made one by one as they are written.
  case elements(Int, (Int) -> JSONValue)
  case object([(key: String, value: JSONValue)])
  /// A value that is JSON text already.
  case written(String)

  /// A string, or null.
  package init(_ string: String?) {
    self = string.map(JSONValue.string) ?? .null
  }

  /// An array of integers.
  package init(_ integers: [Int]) {
    self = .array(integers.map(JSONValue.integer))
  }

  /// An array of floats.
  package init(_ floats: [Float]) {
    self = .array(floats.map(JSONValue.float))
  }

  /// An array of strings.
  package init(_ strings: [String]) {
    self = .array(strings.map(JSONValue.string))
  }

  /// The value on one line, without spaces.
  package var text: String {
    text(checking: { (_) throws(Never) in })
  }

  /// The same, unless it gets too long.
  ///
  /// - Parameter check: is given the number of bytes so far, before each of `elements`.
  /// - Throws: what `check` throws.
  package func text<E: Error>(checking check: (Int) throws(E) -> Void) throws(E) -> String {
    var text = ""
    try write(to: &text, check)
    return text
  }

  private func write<E: Error>(to text: inout String, _ check: (Int) throws(E) -> Void) throws(E) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .float(let value): text += value.isFinite ? value.description : "null"
    case .double(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): Self.write(value, to: &text)
    case .written(let value): text += value
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        try value.write(to: &text, check)
      }
      text += "]"
    case .elements(let count, let element):
      text += "["
      for index in 0..<count {
        if index > 0 { text += "," }
        try check(text.utf8.count)
        try element(index).write(to: &text, check)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        try member.value.write(to: &text, check)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    if string.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += "\"" + string + "\""
      return
    }
    var quoted = ""
    for scalar in string.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    // What a terminal would obey or hide stands as an escape, of which every reader makes the same text.
    text += "\"" + quoted.escapingUnshown(escape) + "\""
  }

  /// A scalar that is not shown, as JSON allows it.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default:
      scalar.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}
