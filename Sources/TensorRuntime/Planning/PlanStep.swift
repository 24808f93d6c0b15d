import TensorKernels

/// One operator of a plan, as inspection and profiling show it.
package struct PlanStep: Sendable, Hashable {
  /// Index of the operator in the model's list.
  package let index: Int
  /// TFLite's name of the operator.
  package let name: String
  /// Where its kernel comes from.
  package let provider: KernelProvider
  /// The arithmetic of its sums: ``Precision/fast`` if they are of 16-bit integers in place of floats.
  package let precision: Precision
  /// Shapes of the inputs computed at run time, and of the outputs (NHWC for pictures).
  package let inputShapes: [[Int]], outputShapes: [[Int]]
  /// Multiply-adds of one run; 0 for operators that have none.
  package let multiplyAdds: Int
}
