/// What is wrong with a model's metadata or with a file that it refers to.
package enum MetadataFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The metadata's FlatBuffer is damaged.
  case flatBuffer(reason: String)
  /// The metadata refers to a file that is not appended to the model.
  case missingFile(name: String)
  /// A label file is empty.
  case emptyLabels(file: String)
  /// A label file is not UTF-8 text.
  case labelsNotText(file: String)
  /// A label file has too many bytes.
  case labelsTooLarge(file: String, byteCount: Int, limit: Int)
  /// A label file has too many lines.
  case tooManyLabels(file: String, limit: Int)

  /// A human-readable sentence.
  package var description: String {
    switch self {
    case .flatBuffer(let reason): "damaged FlatBuffer: \(reason)"
    case .missingFile(let name): "file “\(name.printable)” is not appended to the model"
    case .emptyLabels(let file): "file “\(file.printable)” has no labels"
    case .labelsNotText(let file): "file “\(file.printable)” is not UTF-8 text"
    case .labelsTooLarge(let file, let byteCount, let limit):
      "file “\(file.printable)” has \(byteCount) bytes, the limit is \(limit)"
    case .tooManyLabels(let file, let limit): "file “\(file.printable)” has more than \(limit) labels"
    }
  }
}
