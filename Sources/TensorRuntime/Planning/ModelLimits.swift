/// What a model may ask of the machine: a file of a kilobyte can ask for terabytes and hours. Checked before memory is
/// taken and before anything is computed.
public struct ModelLimits: Sendable, Hashable {
  /// Most bytes of one tensor.
  public var tensorByteCount: Int
  /// Most bytes that a plan and a session of it take besides the file: tensors, scratch of each thread, packed weights,
  /// constants that are computed or read; and, while the plan is made, copies of the constants that are packed. Not
  /// counted are emitted code, at most 64 MiB, and what describes the graph.
  public var memoryByteCount: Int
  /// Most multiply-adds of one run; what a pooling window looks at counts too.
  public var multiplyAdds: Int
  /// The longest that preparing a model, or one run, may take; nil for as long as it takes. It is looked at between
  /// operators, and within large ones between their parts; one of which a part could take half of it is refused.
  public var time: Duration?

  /// The limits that are in force unless told otherwise.
  public init(
    tensorByteCount: Int = 512 << 20, memoryByteCount: Int = 768 << 20, multiplyAdds: Int = 200_000_000_000,
    time: Duration? = .seconds(60)
  ) {
    self.tensorByteCount = tensorByteCount
    self.memoryByteCount = memoryByteCount
    self.multiplyAdds = multiplyAdds
    self.time = time
  }
}
