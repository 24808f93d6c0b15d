import TFLiteFormat
import TensorKernels

struct QuantizedMaxPool: QuantizedPool {
  let name: String
  let options: PoolOptions

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    try context.prepared(ByteMaxPooling.family, problem(context))
  }
}
