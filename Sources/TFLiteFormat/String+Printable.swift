extension String {
  /// The string as shown in a message: on one line, cut after 80 characters.
  ///
  /// Names in model files are untrusted.
  package var printable: String {
    let start = unicodeScalars.prefix(80)
    return String(start).onOneLine + (start.endIndex < unicodeScalars.endIndex ? "…" : "")
  }

  /// The string with control characters escaped, so that it is one line without terminal escape sequences.
  package var onOneLine: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
