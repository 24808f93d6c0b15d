/// A picture to find hands in.
struct PictureInput: Sendable {
  /// Where its bytes are.
  enum Content: Sendable {
    /// In the file at the path that is its source.
    case file
    /// All that standard input holds.
    case standardInput
    /// Here.
    case bytes([UInt8])
    /// Nowhere, for a reason.
    case failure(CommandFailure)
  }

  /// Its path, or what a stream calls it.
  let source: String
  /// Its bytes, or where they are.
  let content: Content

  /// The memory for bytes that have been read already.
  var byteCount: Int {
    if case .bytes(let bytes) = content { bytes.count } else { 0 }
  }
}

/// The pictures of a command, one after the other.
protocol PictureInputs {
  /// The number of all pictures, if it is known.
  var count: Int? { get }

  /// The next picture; nil after the last one.
  ///
  /// - Throws: `CommandFailure` if no further pictures can be read. What is wrong with a single one is its content.
  mutating func next() throws(CommandFailure) -> PictureInput?
}
