import MudraPlatform

extension FormatError {
  /// The error for what a server sends in place of a model: a page, or the pointer to a large file; nil for all else.
  static func otherKind(_ bytes: Bytes) -> FormatError? {
    let start = bytes.withUnsafeBytes { Array($0.prefix(64)) }
    let isPage = start.first { $0 > 0x20 } == UInt8(ascii: "<")
    guard isPage || start.starts(with: "version https://git-lfs".utf8) else { return nil }
    return .otherFile(
      reason: (isPage ? FileFormat.html : .gitLFSPointer).sentence("neither a .task bundle nor a .tflite model"))
  }
}
