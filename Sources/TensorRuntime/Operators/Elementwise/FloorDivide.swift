import TensorKernels

/// The quotient of two tensors rounded down (TFLite `FLOOR_DIV`), element by element with broadcasting.
///
/// An integer divided by zero is 0; a constant divisor of zero is refused.
struct FloorDivide: BinaryOperator, OptionlessOperator {
  static let tfliteName = "FLOOR_DIV"
  static let builtinCode = 90
  static let operation = BinaryElementwise.Operation.floorDivide
}
