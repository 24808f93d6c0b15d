import TFLiteFormat
import TensorKernels

/// Inverted Booleans (TFLite `LOGICAL_NOT`).
struct LogicalNot: OptionlessOperator, TypedOperation {
  static let tfliteName = "LOGICAL_NOT"
  static let builtinCode = 87

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try inputs.type(0, of: [.bool])]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    DividedWork(context.outputs[0].elementCount, grain: ThreadGrain.elements) { elements, io in
      let (source, target) = (io.input(0, as: UInt8.self), io.output(0, as: UInt8.self))
      for i in elements { target[i] = source[i] == 0 ? 1 : 0 }
    }
  }
}
