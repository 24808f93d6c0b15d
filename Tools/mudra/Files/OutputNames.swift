import TFLiteFormat

/// Names of files in one folder that are made of names from strangers. This is the one place that makes them.
///
/// Whatever the names are, the files lie in the folder, on any system, and no two are the same, not even for a system
/// that takes `X` for `x`, or one spelling of `é` for the other.
struct OutputNames {
  /// Bytes of a name; systems take 255, with the end that tells the kind of file.
  private static let byteLimit = 200

  /// The names there are, folded. Strings are equal if their canonical forms are.
  private var taken: Set<String> = []

  /// Names for nothing yet.
  init() {}

  /// A name that is not taken yet, made of `name`: with `_` and `number` behind it where another has become the same.
  ///
  /// - Parameter number: the place of the name among all: no two have the same.
  mutating func add(_ name: String, number: Int) -> String {
    var result = Self.sanitized(name)
    // Each number stands behind a name of its own, so that the search is short, whatever the names are.
    while result.isEmpty || !taken.insert(Self.folded(result)).inserted { result += "_\(number)" }
    return result
  }

  /// What two names have in common if a system may take them for one.
  static func folded(_ name: String) -> String { name.uppercased().lowercased() }

  /// A name with `_` for whatever leads out of a folder, is not shown, means something to a shell's patterns or to
  /// another system, or hides the file or makes an option of it.
  private static func sanitized(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      let isKept = scalar.isShown && !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
      // Nothing that begins a name may hide the file, make an option of it, or be drawn onto the slash.
      let mayBegin = !"-.~ ".unicodeScalars.contains(scalar) && !scalar.isCombining
      result.unicodeScalars.append(isKept && (mayBegin || !result.isEmpty) ? scalar : "_")
      if result.utf8.count > byteLimit {
        result.unicodeScalars.removeLast()
        break
      }
    }
    return isDevice(result) ? "_" + result : result
  }

  /// Whether the name is a device's on Windows, whatever stands behind its first dot.
  private static func isDevice(_ name: String) -> Bool {
    let start = String(name.uppercased().prefix { $0 != "." })
    guard !["CON", "PRN", "AUX", "NUL"].contains(start) else { return true }
    guard start.hasPrefix("COM") || start.hasPrefix("LPT"), start.count == 4 else { return false }
    return start.last?.isNumber == true
  }
}
