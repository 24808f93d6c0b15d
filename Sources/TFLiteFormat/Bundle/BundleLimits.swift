/// How much of a model or bundle is read.
public struct BundleLimits: Sendable, Hashable {
  /// Most bytes of the file. Of weights there are up to three copies while a model is prepared.
  public var fileByteCount: Int
  /// Most entries of one archive. Bundles have two or three.
  public var entryCount: Int
  /// Most archives that lie in each other, the outermost included.
  public var nestingDepth: Int
  /// Most operators of a subgraph.
  public var operatorCount: Int

  /// The limits that are in force unless told otherwise.
  public init(
    fileByteCount: Int = 256 << 20, entryCount: Int = 64, nestingDepth: Int = 8, operatorCount: Int = 16_384
  ) {
    self.fileByteCount = fileByteCount
    self.entryCount = entryCount
    self.nestingDepth = nestingDepth
    self.operatorCount = operatorCount
  }

  /// Refuses a file of too many bytes.
  package func check(fileByteCount count: Int) throws(FormatError) {
    guard count <= fileByteCount else { throw .fileTooLarge(byteCount: count, limit: fileByteCount) }
  }
}
