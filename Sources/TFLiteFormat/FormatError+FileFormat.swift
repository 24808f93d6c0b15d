import MudraPlatform

extension FormatError {
  /// The error for bytes that are those of another kind of file than a bundle or model; nil if they may be one that is
  /// damaged.
  static func otherKind(_ bytes: Bytes) -> FormatError? {
    let count = min(bytes.count, FileFormat.byteCount)
    let start = bytes.withUnsafeBytes { Array($0.prefix(count)) }
    guard let kind = FileFormat(firstBytes: start), kind != .tflite, kind != .zip else { return nil }
    return .otherFile(reason: kind.sentence("neither a .task bundle nor a .tflite model"))
  }
}
