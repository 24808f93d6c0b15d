/// What is wrong with a model's metadata or with a file that it speaks of.
public enum MetadataFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The metadata's own FlatBuffer is damaged.
  case flatBuffer(FlatBufferFault)
  /// The metadata speaks of a file that is not appended to the model.
  case missingFile(name: String)
  /// A file of labels is empty.
  case emptyLabels(file: String)
  /// A file of labels is not UTF-8 text.
  case labelsNotText(file: String)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .flatBuffer(let fault): "damaged FlatBuffer: \(fault.description)"
    case .missingFile(let name): "file “\(name.printable)” is not appended to the model"
    case .emptyLabels(let file): "file “\(file.printable)” has no labels"
    case .labelsNotText(let file): "file “\(file.printable)” is not UTF-8 text"
    }
  }
}
