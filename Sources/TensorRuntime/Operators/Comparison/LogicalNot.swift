import TFLiteFormat
import TensorKernels

/// Inverted Booleans (TFLite `LOGICAL_NOT`).
struct LogicalNot: OptionlessOperator {
  static let tfliteName = "LOGICAL_NOT"
  static let builtinCode = 87

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let output = try inputs.type(0, of: [.bool])
    let prepared = DividedWork(output.elementCount, grain: ThreadGrain.elements) { elements, io in
      let (source, target) = (io.input(0, as: UInt8.self), io.output(0, as: UInt8.self))
      for i in elements { target[i] = source[i] == 0 ? 1 : 0 }
    }
    return KeptInference(OperationBox(self), outputs: [output], prepared: prepared)
  }
}
