import TensorKernels

/// One operator of a plan, as inspection and profiling show it.
public struct PlanStep: Sendable, Hashable {
  /// Index of the operator in the model's list.
  public let index: Int
  /// TFLite's name of the operator.
  public let name: String
  /// Where its kernel comes from.
  public let provider: KernelProvider
  /// The arithmetic of its sums: ``Precision/fast`` if they are of 16-bit integers in place of floats.
  public let precision: Precision
  /// Shapes of the inputs computed at run time, and of the outputs (NHWC for pictures).
  public let inputShapes: [[Int]], outputShapes: [[Int]]
  /// Multiply-adds of one run; 0 for operators that have none.
  public let multiplyAdds: Int
}
