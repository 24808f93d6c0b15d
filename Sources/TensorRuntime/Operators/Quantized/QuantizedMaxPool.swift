import TFLiteFormat
import TensorKernels

/// The largest byte of each window.
struct QuantizedMaxPool: QuantizedPool {
  let name: String
  let options: PoolOptions

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = try context.inputs.required(0).type.shape
    return context.prepared(
      ByteMaxPooling.family,
      ByteMaxPooling.Problem(
        batch: shape[0], channels: shape[3], window: try window(shape),
        range: try ByteScale(context.outputs[0], "the output", activation: options.activation).range))
  }
}
