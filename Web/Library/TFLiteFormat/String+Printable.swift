// Names in files come from strangers. A page is no terminal, and has no tables of Unicode.

extension String {
  /// The string as it may stand in a message: on one line, cut after 80 characters.
  package var printable: String {
    let start = unicodeScalars.prefix(80)
    return String(start).onOneLine + (start.endIndex < unicodeScalars.endIndex ? "…" : "")
  }

  /// The string on one line: control characters stand as `\u{…}`.
  package var onOneLine: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
