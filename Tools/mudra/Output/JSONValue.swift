/// A JSON value that keeps the order of its keys and the text of its numbers.
enum JSONValue {
  case null
  case bool(Bool)
  case integer(Int)
  /// Written so that it reads back as the same `Float`; null if it is not finite.
  case float(Float)
  /// Written so that it reads back as the same `Double`; null if it is not finite.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// A string, or null.
  init(_ string: String?) {
    self = string.map(JSONValue.string) ?? .null
  }

  /// An array of integers.
  init(_ integers: [Int]) {
    self = .array(integers.map(JSONValue.integer))
  }

  /// An array of floats.
  init(_ floats: [Float]) {
    self = .array(floats.map(JSONValue.float))
  }

  /// An array of strings.
  init(_ strings: [String]) {
    self = .array(strings.map(JSONValue.string))
  }

  /// The value on one line, without spaces.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .float(let value): text += value.isFinite ? value.description : "null"
    case .double(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .string(value) }
}
