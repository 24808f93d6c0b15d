import TensorKernels

/// What a quotient rounded down leaves (TFLite `FLOOR_MOD`), element by element with broadcasting: it has the divisor's sign.
///
/// The rest of a division of integers by zero is 0; a constant divisor of zero is refused.
struct FloorModulo: BinaryOperator, OptionlessOperator {
  static let tfliteName = "FLOOR_MOD"
  static let builtinCode = 95
  static let operation = BinaryElementwise.Operation.floorModulo
}
