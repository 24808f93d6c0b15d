import TFLiteFormat
import TensorKernels

/// Half to single precision (TFLite `DEQUANTIZE` of float16), which models use to store weights in half the space.
///
/// - Input: float16, any shape. Output: float32, the same shape. Exact.
package struct Dequantize: Operator {
  package static let tfliteName = "DEQUANTIZE"
  package static let builtinCode = 6

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try TensorType(.float32, inputs.type(0, of: [.float16]).shape)]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    Prepared(count: context.outputs[0].elementCount)
  }

  private struct Prepared: PreparedOperator {
    let count: Int
    var provider: KernelProvider { .reference }

    func run(_ io: OperatorIO) {
      let source: UnsafePointer<UInt16> = io.input(0, as: UInt16.self)
      HalfPrecision.convert(count, from: source, to: io.output(0))
    }
  }
}
