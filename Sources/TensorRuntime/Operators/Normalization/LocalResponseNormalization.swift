import TensorKernels

/// Values scaled down where their neighboring channels are large (TFLite `LOCAL_RESPONSE_NORMALIZATION`).
///
/// - Formula: ``RowNormalization/localResponse(rows:length:_:_:_:)``.
struct LocalResponseNormalization: Operator, RowOperator {
  static let tfliteName = "LOCAL_RESPONSE_NORMALIZATION"
  static let builtinCode = 13

  let constants: RowNormalization.LocalResponse

  init(parsing options: OperatorOptions) throws(OperatorError) {
    let radius = try options.integer(0)
    guard radius >= 0 else { throw .option(name: "radius", value: radius) }
    constants = RowNormalization.LocalResponse(
      radius: radius, bias: try options.float(1), alpha: try options.float(2), beta: try options.float(3))
  }

  var normalization: RowNormalization.Operation { .localResponse(constants) }
}
