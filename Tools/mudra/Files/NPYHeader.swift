/// The header of an NPY file: a Python dictionary with three known keys.
struct NPYHeader {
  /// The element type in NumPy's notation, such as `<f4`.
  let descriptor: String
  /// Whether the first index varies fastest.
  let isColumnMajor: Bool
  /// Extents, outermost first.
  let shape: [Int]

  /// Reads a header; nil if it is anything other than such a dictionary.
  init?(_ text: String) {
    var scanner = Scanner(rest: Substring(text))
    var (descriptor, order, shape): (String?, Bool?, [Int]?)
    guard scanner.take("{") else { return nil }
    while !scanner.take("}") {
      guard let key = scanner.string(), scanner.take(":") else { return nil }
      switch key {
      case "descr": descriptor = scanner.string()
      case "fortran_order": order = scanner.take("True") ? true : scanner.take("False") ? false : nil
      case "shape": shape = scanner.tuple()
      default: return nil
      }
      if !scanner.take(",") {
        guard scanner.take("}") else { return nil }
        break
      }
    }
    guard scanner.isAtEnd, let descriptor, let order, let shape else { return nil }
    self.descriptor = descriptor
    isColumnMajor = order
    self.shape = shape
  }

  /// Takes tokens from the front of a text.
  private struct Scanner {
    var rest: Substring

    private mutating func skipSpace() {
      rest = rest.drop { $0 == " " || $0 == "\n" || $0 == "\t" }
    }

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return rest.isEmpty
      }
    }

    mutating func take(_ token: String) -> Bool {
      skipSpace()
      guard rest.hasPrefix(token) else { return false }
      rest = rest.dropFirst(token.count)
      return true
    }

    mutating func string() -> String? {
      skipSpace()
      guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
      let body = rest.dropFirst().prefix { $0 != quote }
      guard body.endIndex < rest.endIndex else { return nil }
      rest = rest[rest.index(after: body.endIndex)...]
      return String(body)
    }

    mutating func tuple() -> [Int]? {
      guard take("(") else { return nil }
      var values: [Int] = []
      while !take(")") {
        skipSpace()
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let value = Int(digits) else { return nil }
        values.append(value)
        rest = rest.dropFirst(digits.count)
        if !take(",") {
          guard take(")") else { return nil }
          break
        }
      }
      return values
    }
  }
}
