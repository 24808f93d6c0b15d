/// A model's metadata: the content of the `TFLITE_METADATA` buffer for the first subgraph.
public struct ModelMetadata: Sendable, Equatable {
  /// The model's name.
  public let name: String?
  /// A description of what the model does.
  public let description: String?
  /// The version of the model.
  public let version: String?
  /// Who made it.
  public let author: String?
  /// The license.
  public let license: String?
  /// The inputs.
  public let inputs: [TensorMetadata]
  /// The outputs.
  public let outputs: [TensorMetadata]
  /// Files about the model as a whole.
  public let associatedFiles: [AssociatedFile]

  init(_ bytes: Bytes, budget: ReadingBudget) throws(FormatError) {
    let root = try FlatTable(rootOf: bytes, identifier: "M001", budget: budget)
    name = try root.string(0)
    description = try root.string(1)
    version = try root.string(2)
    author = try root.string(4)
    license = try root.string(5)
    associatedFiles = try root.tables(6) { file, _ throws(FormatError) in try AssociatedFile(file) }
    let graph = try root.tables(3).first
    inputs = try graph?.tables(2) { table, _ throws(FormatError) in try TensorMetadata(table) } ?? []
    outputs = try graph?.tables(3) { table, _ throws(FormatError) in try TensorMetadata(table) } ?? []
  }
}
