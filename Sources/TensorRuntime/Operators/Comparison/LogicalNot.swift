import KernelChoice
import TFLiteFormat
import TensorKernels

/// Inverted Booleans (TFLite `LOGICAL_NOT`).
struct LogicalNot: OptionlessOperator {
  static let tfliteName = "LOGICAL_NOT"
  static let builtinCode = 87

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let output = try inputs.type(0, of: [.bool]), count = output.elementCount
    // Whether neither of it and itself is true.
    let problem = ElementComparison.Problem(.neither, BroadcastPair(left: [count], right: [count]), element: .bool)
    return KeptInference(OperationBox(self), outputs: [output]) { context throws(OperatorError) in
      context.prepared(ElementComparison.family, problem, places: [0, 0])
    }
  }
}
