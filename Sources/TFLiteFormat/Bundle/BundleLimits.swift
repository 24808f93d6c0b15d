/// Limits on what is read of a model or bundle.
public struct BundleLimits: Sendable, Hashable {
  /// The maximum size of the file in bytes. Up to three copies of the weights exist while a model is prepared.
  public var fileByteCount: Int
  /// The maximum number of entries in one archive. Bundles have two or three.
  public var entryCount: Int
  /// The maximum depth of nested archives, including the outermost.
  public var nestingDepth: Int
  /// The maximum number of operators in a subgraph.
  public var operatorCount: Int

  /// The default limits.
  public init(
    fileByteCount: Int = 256 << 20, entryCount: Int = 64, nestingDepth: Int = 8, operatorCount: Int = 16_384
  ) {
    self.fileByteCount = fileByteCount
    self.entryCount = entryCount
    self.nestingDepth = nestingDepth
    self.operatorCount = operatorCount
  }

  /// Rejects a file that is too large.
  package func check(fileByteCount count: Int) throws(FormatError) {
    guard count <= fileByteCount else { throw .fileTooLarge(byteCount: count, limit: fileByteCount) }
  }
}
