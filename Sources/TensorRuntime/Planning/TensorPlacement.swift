/// Where a tensor lies in the working memory of a session, as inspection shows it.
public struct TensorPlacement: Sendable, Hashable {
  /// The tensor's name in the model; empty for one that the engine made.
  public let name: String
  /// Bytes from the start of the arena.
  public let offset: Int
  /// Bytes of all elements.
  public let byteCount: Int
  /// The first and the last step of the plan (``Plan/steps``) at which the memory is the tensor's; an input's and an
  /// output's reach from before the first or past the last one, so that a session can be run again.
  public let steps: ClosedRange<Int>
}
