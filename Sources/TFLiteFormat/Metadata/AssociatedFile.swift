/// A file that belongs to a model or to one of its tensors.
public struct AssociatedFile: Sendable, Equatable {
  /// The number of "labels along an axis" in the metadata schema.
  public static let tensorAxisLabels = 2

  /// The name in the archive appended to the model.
  public let name: String
  /// The purpose of the file: a value of the metadata schema's `AssociatedFileType`.
  public let type: Int
  /// The language of the content, such as `en`; nil if it has none.
  public let locale: String?

  init(_ table: FlatTable) throws(FormatError) {
    name = try table.string(0) ?? ""
    type = Int(try table.scalar(2, default: Int8(0)))
    locale = try table.string(3)
  }
}
