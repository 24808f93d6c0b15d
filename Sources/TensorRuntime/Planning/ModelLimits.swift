/// What a model may ask of the machine: a file of a kilobyte can ask for terabytes and hours. Checked before memory is taken
/// and before anything is computed.
public struct ModelLimits: Sendable, Hashable {
  /// Most bytes of one tensor.
  public var tensorByteCount: Int
  /// Most bytes of a plan and a session of it: tensors, packed weights, computed constants, scratch.
  public var memoryByteCount: Int
  /// Most operators of a subgraph.
  public var operatorCount: Int
  /// Most multiply-adds of one run; what a pooling window looks at counts too.
  public var multiplyAdds: Int
  /// The longest that preparing a model, or one run, may take; nil for as long as it takes. It is looked at between
  /// operators, and within large ones between their parts; one of which a part could take half of it is refused.
  public var time: Duration?

  /// The limits that are in force unless told otherwise.
  public init(
    tensorByteCount: Int = 512 << 20, memoryByteCount: Int = 768 << 20, operatorCount: Int = 16_384,
    multiplyAdds: Int = 200_000_000_000, time: Duration? = .seconds(60)
  ) {
    self.tensorByteCount = tensorByteCount
    self.memoryByteCount = memoryByteCount
    self.operatorCount = operatorCount
    self.multiplyAdds = multiplyAdds
    self.time = time
  }
}
