import MudraPlatform
import TFLiteFormat

/// Files of JSON Lines.
enum JSONLines {
  /// Calls `body` with each line of a file that is not blank, and its number.
  ///
  /// - Throws: `GestureTrainingError.cannotRead`, also for a file of another kind, `.cancelled`, and what `body`
  ///   throws.
  static func forEach(
    ofFile path: String, limits: BundleLimits,
    _ body: (_ line: ArraySlice<UInt8>, _ number: Int) throws(GestureTrainingError) -> Void
  ) throws(GestureTrainingError) {
    let bytes = try Bytes(ofFile: path, limits: limits)
    let start = bytes.withUnsafeBytes { Array($0.prefix(FileFormat.byteCount)) }
    if let kind = FileFormat(firstBytes: start), ![.json, .text, .empty].contains(kind) {
      throw .cannotRead(path: path, reason: kind.sentence("not lines of JSON"))
    }
    let lines = bytes.array.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
      guard !Task.isCancelled else { throw .cancelled }
      try body(line, index + 1)
    }
  }
}

extension Bytes {
  /// The bytes of a file.
  ///
  /// - Throws: `GestureTrainingError.cannotRead`.
  init(ofFile path: String, limits: BundleLimits) throws(GestureTrainingError) {
    do {
      try self.init(contentsOfFile: path, limits: limits)
    } catch .cannotOpen(_, let reason) {
      throw .cannotRead(path: path, reason: reason)
    } catch {
      throw .cannotRead(path: path, reason: error.description)
    }
  }
}
