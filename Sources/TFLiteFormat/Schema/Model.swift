/// A TFLite model, read and verified.
///
/// A `Model` guarantees the following, whatever bytes it was made from: every index is valid (only an operator's input
/// may be −1, for "absent"); shapes have at most 8 dimensions, none negative, and element and byte counts do not
/// overflow; plain constants have exactly the bytes of their shape and type; operators are in an order in which they
/// can run, and each tensor has one source. It does not guarantee that the operands and options of operators make
/// sense: the implementations of the operators check that.
public struct Model: Sendable {
  /// The whole file, including anything appended to the FlatBuffer.
  public let bytes: Bytes
  /// The limits for reading the file and the archive that may be appended to it.
  package let limits: BundleLimits
  /// The schema version, 3.
  public let version: Int
  /// The description in the file.
  public let description: String?
  /// The operators that the model uses.
  package let operatorCodes: [OperatorCode]
  /// The subgraphs; at least one.
  package let subgraphs: [Subgraph]
  /// The data of constants and metadata, views of `bytes`; empty for tensors without data.
  package let buffers: [Bytes]
  /// Named data about the model.
  package let metadataEntries: [MetadataEntry]
  /// Named ways to call the subgraphs.
  package let signatures: [Signature]

  /// For each buffer in another file, by its number, the name of the file.
  let otherFiles: [Int: String]
  /// What may be spent on reading the file; metadata and appended files have as much again.
  let budget: ReadingBudget

  /// Reads and verifies a model. The bytes may begin at any address.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limits: the limits for reading the file and the archive that may be appended to it.
  /// - Throws: `FormatError` for bytes that are not a model, violate the format, or exceed the limits.
  public init(_ bytes: Bytes, limits: BundleLimits = BundleLimits()) throws(FormatError) {
    try self.init(bytes, limits: limits, budget: ReadingBudget(fileByteCount: bytes.count))
  }

  /// Reads and verifies a model of a file with others, all of which share a budget.
  package init(_ bytes: Bytes, limits: BundleLimits, budget: ReadingBudget) throws(FormatError) {
    // An empty model takes memory too.
    try budget.spend(memory: 1024)
    if !Archive.isModel(bytes), let error = FormatError.otherKind(bytes) { throw error }
    let root = try FlatTable(rootOf: bytes, identifier: "TFL3", budget: budget)
    self.bytes = bytes
    self.limits = limits
    self.budget = budget
    let version = try root.scalar(0, default: UInt32(0))
    guard version == 3 else { throw .model(.version(Int(clamping: version))) }
    self.version = 3
    description = try root.string(3)
    let codes = try root.tables(1) { table, index throws(FormatError) in try OperatorCode(table, index: index) }
    operatorCodes = codes
    buffers = try root.tables(4) { table, index throws(FormatError) in
      try Self.buffer(table, index: index, file: bytes)
    }
    subgraphs = try root.tables(2) { table, index throws(FormatError) in
      try Subgraph(table, index: index, file: bytes, codes: codes, limits: limits)
    }
    metadataEntries = try root.tables(6) { table, _ throws(FormatError) in
      MetadataEntry(
        name: try table.string(0) ?? "", bufferIndex: Int(clamping: try table.scalar(1, default: UInt32(0))))
    }
    signatures = try root.tables(7) { table, _ throws(FormatError) in try Signature(table) }
    otherFiles = try Self.otherFiles(root)
    try verify()
  }

  /// The data of a constant tensor; nil for all others.
  package func constant(_ tensor: TensorEntry) -> Bytes? {
    guard tensor.bufferIndex != 0, buffers.indices.contains(tensor.bufferIndex) else { return nil }
    let data = buffers[tensor.bufferIndex]
    return data.count == 0 ? nil : data
  }

  /// The names of the files with the model's external buffers, by the numbers of the buffers.
  private static func otherFiles(_ root: FlatTable) throws(FormatError) -> [Int: String] {
    let names = try root.tables(8) { table, _ throws(FormatError) in try table.string(0) }
    var files: [Int: String] = [:]
    _ = try root.tables(9) { table, _ throws(FormatError) in
      let group = Int(clamping: try table.scalar(1, default: UInt32(0)))
      guard names.indices.contains(group), let name = names[group] else { return }
      files[Int(clamping: try table.scalar(0, default: UInt32(0)))] = name
    }
    return files
  }

  /// A buffer's data: in the FlatBuffer, or anywhere in the file for models beyond 2 GB.
  private static func buffer(_ table: FlatTable, index: Int, file: Bytes) throws(FormatError) -> Bytes {
    if let data = try table.bytes(0), data.count > 0 { return data }
    let offset = try table.scalar(1, default: UInt64(0))
    let size = try table.scalar(2, default: UInt64(0))
    guard let data = file.external(offset: offset, size: size) else {
      throw .model(.buffer(index: index, offset: offset, size: size, available: file.count))
    }
    return data
  }
}
