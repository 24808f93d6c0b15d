import TensorKernels

/// An operator that is an activation by itself, and that a pass may move into the operator before it.
package protocol ClampOperator: UnaryOperator {
  /// The same as a fused activation.
  static var activation: FusedActivation { get }
}

extension ClampOperator {
  package static func provider(requested: KernelProvider?) -> KernelProvider {
    requested == .reference ? .reference : .simd
  }

  package static func machineKernel() -> MachineUnaryElementwise? {
    .clamp(lower: activation.limits.lower, upper: activation.limits.upper)
  }

  package func apply(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    provider: KernelProvider
  ) {
    let limits = Self.activation.limits
    let kernel = provider == .reference ? UnaryElementwise.clampReference : UnaryElementwise.clamp
    kernel(range, input, output, limits.lower, limits.upper)
  }
}
