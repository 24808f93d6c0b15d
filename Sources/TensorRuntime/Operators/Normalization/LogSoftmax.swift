import TensorKernels

/// Logarithms of the softmax of the last axis (TFLite `LOG_SOFTMAX`).
///
/// - Formula: ``RowNormalization/logSoftmax(rows:length:_:_:)``.
struct LogSoftmax: OptionlessOperator, RowOperator {
  static let tfliteName = "LOG_SOFTMAX"
  static let builtinCode = 50

  var normalization: RowNormalization.Operation { .logSoftmax }
}
