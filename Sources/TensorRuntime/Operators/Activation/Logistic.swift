import TensorKernels

/// The logistic function `1 / (1 + e^-x)` (TFLite `LOGISTIC`).
package struct Logistic: UnaryOperator {
  package static let tfliteName = "LOGISTIC"
  package static let builtinCode = 14
  package var function: UnaryFunction { .logistic }

  package init(parsing options: OperatorOptions) throws(OperatorError) {}
}
