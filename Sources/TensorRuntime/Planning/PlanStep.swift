import TensorKernels

/// One operator of a plan, as inspection and profiling show it.
public struct PlanStep: Sendable, Hashable {
  /// Place of the operator in the model's list.
  public let index: Int
  /// TFLite's name of the operator.
  public let name: String
  /// Where its kernel comes from.
  public let provider: KernelProvider
  /// Shapes of the inputs that are computed at run time, then of the outputs (NHWC for pictures).
  public let inputShapes: [[Int]], outputShapes: [[Int]]
  /// Multiply-adds of one run; 0 for operators that are not made of them.
  public let multiplyAdds: Int
}
