/// A tensor's place in the arena, for inspection.
package struct TensorPlacement: Sendable, Hashable {
  /// The name in the model; empty for one made by the engine.
  package let name: String
  package let offset: Int
  package let byteCount: Int
  /// The steps of the plan (`Plan.steps`) during which the memory belongs to the tensor; an input's begin before the
  /// first step and an output's end after the last one, so that a session can be run again.
  package let steps: ClosedRange<Int>
}
