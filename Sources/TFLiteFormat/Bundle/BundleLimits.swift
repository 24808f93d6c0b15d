/// How much of a zip archive is read.
public struct BundleLimits: Sendable, Hashable {
  /// Most entries of one archive. Bundles have two or three.
  public var entryCount: Int
  /// Most archives that lie in each other, for those that open whatever they find.
  public var nestingDepth: Int

  /// The limits that are in force unless told otherwise.
  public init(entryCount: Int = 64, nestingDepth: Int = 8) {
    self.entryCount = entryCount
    self.nestingDepth = nestingDepth
  }
}
