extension String {
  /// The string as it may stand in a message: control characters escaped, cut after 80 characters.
  ///
  /// Names in model files come from strangers; a terminal must not obey them.
  package var printable: String {
    var result = ""
    var length = 0
    for scalar in unicodeScalars {
      guard length < 80 else { return result + "…" }
      length += 1
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
