import MudraPlatform

// Names in files come from strangers. This is the one place that says how they are shown.

extension String {
  /// The string as it may stand in a message: on one line, cut after 80 characters.
  package var printable: String {
    let start = unicodeScalars.prefix(80)
    return String(start).onOneLine + (start.endIndex < unicodeScalars.endIndex ? "…" : "")
  }

  /// The string, cut between two scalars if it takes more bytes.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(unicodeScalars[..<end]) + "…"
  }

  /// The string on one line that a terminal shows as it is: what it would obey, hide or draw over its neighbors stands
  /// as `\u{…}`.
  package var onOneLine: String {
    escapingUnshown { scalar in
      PathText.byte(of: scalar) == nil
        ? "\\u{" + String(scalar.value, radix: 16) + "}" : PathText.shown(String(scalar))
    }
  }

  /// The string with another text for each scalar that would not be shown as a sign of its own: see
  /// ``Swift/Unicode/Scalar/isShown``, and combining marks that have nothing to stand on or come in heaps.
  package func escapingUnshown(_ escape: (Unicode.Scalar) -> String) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var result = ""
    // Marks that the last sign may still carry.
    var marksLeft = 0
    for scalar in unicodeScalars {
      if scalar.isCombining {
        guard marksLeft > 0 else {
          result += escape(scalar)
          continue
        }
        marksLeft -= 1
      } else {
        guard scalar.isShown else {
          result += escape(scalar)
          marksLeft = 0
          continue
        }
        marksLeft = Self.markLimit
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// More marks on a sign than any script has, a heap that would cover the lines around it.
  private static let markLimit = 8
}

extension Unicode.Scalar {
  /// Whether the scalar is seen: no control of a terminal or of the direction of writing, no end of a line or
  /// paragraph, nothing invisible such as joiners, fillers, variation selectors and tags, and nothing that has no
  /// meaning.
  package var isShown: Bool {
    if properties.isDefaultIgnorableCodePoint { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
    default: return true
    }
  }

  /// Whether the scalar is drawn onto the one before it.
  package var isCombining: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: isShown
    default: false
    }
  }
}
