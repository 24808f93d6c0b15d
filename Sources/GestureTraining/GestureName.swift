import HandCore
import MudraPlatform
import TFLiteFormat

/// The rules for names of gestures, which become the lines of a file of labels.
enum GestureName {
  /// The label that says "no gesture". MediaPipe looks for exactly this one, and hides its own gestures behind any
  /// other spelling.
  static let background = ModelConstants.Gestures.background
  /// The maximum length of a name, in bytes.
  static let byteLimit = 256

  /// Whether a folder or label holds examples of other poses.
  static func isBackground(_ name: String) -> Bool {
    name.hasSameBytes(as: background) || name.hasSameBytes(as: "none")
  }

  /// Checks a name by itself.
  static func check(_ name: String) throws(GestureTrainingError) {
    if let fault = fault(name) { throw .name(name, fault: fault) }
  }

  private static func fault(_ name: String) -> GestureNameFault? {
    if name.utf8.isEmpty { return .empty }
    if name.utf8.count > byteLimit { return .tooLong(byteCount: name.utf8.count, limit: byteLimit) }
    if isBackground(name) { return .reserved }
    return name.unicodeScalars.contains { $0.properties.generalCategory == .control } ? .controlCharacter : nil
  }

  /// Names in the order of their bytes.
  ///
  /// - Throws: `GestureTrainingError.name` for two that look the same and differ in their bytes.
  static func sorted(_ names: Set<NameKey>) throws(GestureTrainingError) -> [String] {
    // Strings are equal if they look the same.
    var seen: Set<String> = []
    let sorted = names.map(\.name).ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for name in sorted where !seen.insert(name).inserted { throw .name(name, fault: .doubled) }
    return sorted
  }
}
