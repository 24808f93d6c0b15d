import TFLiteFormat
import TensorKernels

struct QuantizedAveragePool: QuantizedPool {
  let name: String
  let options: PoolOptions

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    try context.prepared(ByteAveragePooling.family, problem(context))
  }
}
