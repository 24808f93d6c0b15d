/// Limits on what a model may ask of the machine: a file of one kilobyte can ask for terabytes and hours. They are
/// checked before memory is allocated and before anything is computed.
public struct ModelLimits: Sendable, Hashable {
  /// The maximum size of one tensor in bytes.
  public var tensorByteCount: Int
  /// The maximum number of bytes that a plan and one of its sessions take besides the file: tensors, scratch of each
  /// thread, packed weights, and constants that are computed or read; and, while the plan is made, copies of the
  /// constants that are packed. Emitted code, at most 64 MiB, and the description of the graph are not counted.
  public var memoryByteCount: Int
  /// The maximum number of multiply-adds of one run; elements that a pooling window reads count too.
  public var multiplyAdds: Int
  /// The maximum processor time that preparing a model, or one run, may take; nil for no limit. It is checked between
  /// operators, and between the shares of large ones; an operator with a share that could take half of it is refused.
  ///
  /// The time of all threads of a run counts, but a model is never refused before this much time has passed by the wall
  /// clock; on a quiet machine it is refused then. On a busy machine it may wait for a processor: up to ten times the
  /// limit, and at least five seconds, by the wall clock.
  public var time: Duration?

  /// The default limits.
  public init(
    tensorByteCount: Int = 512 << 20, memoryByteCount: Int = 768 << 20,
    multiplyAdds: Int = Int(clamping: 200_000_000_000 as Int64), time: Duration? = .seconds(60)
  ) {
    self.tensorByteCount = tensorByteCount
    self.memoryByteCount = memoryByteCount
    self.multiplyAdds = multiplyAdds
    self.time = time
  }
}
