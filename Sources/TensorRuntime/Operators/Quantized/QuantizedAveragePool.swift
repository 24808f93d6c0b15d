import TFLiteFormat
import TensorKernels

/// Means of windows of quantized bytes, in integers.
struct QuantizedAveragePool: QuantizedPool {
  let name: String
  let options: PoolOptions

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    try context.prepared(ByteAveragePooling.family, problem(context))
  }
}
