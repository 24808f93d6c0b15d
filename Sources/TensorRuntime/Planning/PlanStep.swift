import TensorKernels

/// An operator of a plan, for inspection and profiling.
package struct PlanStep: Sendable, Hashable {
  /// Index in the model's operator list.
  package let index: Int
  /// TFLite's name.
  package let name: String
  package let provider: KernelProvider
  /// ``Precision/fast`` if sums are of 16-bit integers instead of floats.
  package let precision: Precision
  /// Shapes of computed inputs, and of outputs (NHWC for pictures).
  package let inputShapes: [[Int]], outputShapes: [[Int]]
  /// Per run; 0 for operators that have none.
  package let multiplyAdds: Int
}
