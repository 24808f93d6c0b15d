/// Where a tensor is in the working memory of a session, as inspection shows it.
package struct TensorPlacement: Sendable, Hashable {
  /// The tensor's name in the model; empty for one made by the engine.
  package let name: String
  /// Bytes from the start of the arena.
  package let offset: Int
  /// Bytes of all elements.
  package let byteCount: Int
  /// The first and the last step of the plan (`Plan.steps`) at which the memory belongs to the tensor; those of an
  /// input begin before the first step and those of an output end after the last one, so that a session can be run
  /// again.
  package let steps: ClosedRange<Int>
}
