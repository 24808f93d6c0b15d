import TensorKernels

/// An operator that is an activation by itself, and that a pass may move into the operator before it.
package protocol ClampOperator: UnaryOperator {
  /// The same as a fused activation.
  static var activation: FusedActivation { get }
}

extension ClampOperator {
  package var function: UnaryFunction {
    .limit(lower: Self.activation.limits.lower, upper: Self.activation.limits.upper)
  }
}
