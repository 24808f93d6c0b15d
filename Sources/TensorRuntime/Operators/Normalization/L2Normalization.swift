import TensorKernels

/// Rows scaled to unit length (TFLite `L2_NORMALIZATION`).
///
/// - Formula: ``RowNormalization/unitLength(rows:length:_:_:)``.
struct L2Normalization: Operator, RowOperator {
  static let tfliteName = "L2_NORMALIZATION"
  static let builtinCode = 11

  init(parsing options: OperatorOptions) throws(OperatorError) {
    let activation = try options.byte(0)
    guard activation == 0 else { throw .option(name: "fused_activation_function", value: activation) }
  }

  var normalization: RowNormalization.Operation { .unitLength }
}
