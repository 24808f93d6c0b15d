/// Why bytes cannot be read as a bundle or model: what was found, and where.
public enum FormatError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file cannot be opened or read, or there is not enough memory for it.
  case cannotOpen(path: String, reason: String)
  /// A file is larger than the limit.
  case fileTooLarge(byteCount: Int, limit: Int)
  /// The requested slice of some bytes is out of bounds.
  case outOfRange(offset: Int, count: Int, available: Int)
  /// The first bytes are those of another kind of file, which the reason names.
  case otherFile(reason: String)
  /// A zip archive is damaged or of an unsupported kind.
  case archive(reason: String)
  /// An archive lacks a required entry.
  case missingEntry(name: String, available: [String])
  /// The FlatBuffers structure is damaged.
  case flatBuffer(reason: String)
  /// The model as a whole violates the TFLite schema.
  case model(reason: String)
  /// A tensor violates the TFLite schema.
  case tensor(subgraph: Int, tensor: Int, name: String, reason: String)
  /// An operator violates the TFLite schema. `name` is the operator's, such as `CONV_2D`.
  case operation(subgraph: Int, index: Int, name: String, reason: String)
  /// The model's metadata, or a file that it refers to, cannot be used.
  case metadata(reason: String)
  /// Reading the file, or what it was read for, has taken more processor time than the limit.
  case tooSlow(limit: Duration)
  /// Reading the file was not done after this time by the wall clock, most of it spent waiting for a processor.
  case waitedTooLong(limit: Duration)

  /// A human-readable sentence: where, what was found, and what was expected.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open \(path.printable): \(reason)"
    case .fileTooLarge(let byteCount, let limit): "the file has \(byteCount) bytes, the limit is \(limit)"
    case .outOfRange(let offset, let count, let available):
      "\(count) bytes at \(offset) reach past the end of \(available) bytes"
    case .otherFile(let reason): reason
    case .archive(let reason), .model(let reason): reason
    case .missingEntry(let name, let available):
      "the bundle has no “\(name.printable)”; it contains "
        + (available.isEmpty ? "nothing" : available.printable())
    case .flatBuffer(let reason): "damaged FlatBuffer: \(reason)"
    case .tensor(let subgraph, let tensor, let name, let reason):
      "subgraph \(subgraph), tensor \(tensor) “\(name.printable)”: \(reason)"
    case .operation(let subgraph, let index, let name, let reason):
      "subgraph \(subgraph), operator \(index) \(name.printable)\(reason)"
    case .metadata(let reason): "model metadata: \(reason)"
    case .tooSlow(let limit): "the model takes longer than the limit of \(limit) of processor time"
    case .waitedTooLong(let limit): "the model takes longer than \(limit) by the wall clock, most of it waiting"
    }
  }
}
