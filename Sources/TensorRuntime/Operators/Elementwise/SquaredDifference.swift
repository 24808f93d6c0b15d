import TensorKernels

/// `(a − b)²` of two tensors (TFLite `SQUARED_DIFFERENCE`), element by element with broadcasting.
struct SquaredDifference: BinaryOperator, OptionlessOperator {
  static let tfliteName = "SQUARED_DIFFERENCE"
  static let builtinCode = 99
  static let operation = BinaryElementwise.Operation.squaredDifference
}
