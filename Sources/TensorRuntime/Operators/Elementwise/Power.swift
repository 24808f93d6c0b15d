import TensorKernels

/// The first tensor to the power of the second (TFLite `POW`), element by element with broadcasting.
///
/// An integer to a negative power is 0, unless it is 1 or −1.
struct Power: BinaryOperator, OptionlessOperator {
  static let tfliteName = "POW"
  static let builtinCode = 78
  static let operation = BinaryElementwise.Operation.power
}
