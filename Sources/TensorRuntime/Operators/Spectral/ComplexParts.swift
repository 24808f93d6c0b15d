import TFLiteFormat
import TensorKernels

// Parts of complex numbers, which are two floats, real part first.

/// Shared by operators that take one part of each complex number.
///
/// - Input: any tensor of complex64. Output: floats of the same shape.
protocol ComplexPart: OptionlessOperator, MovementOperator {
  /// The part's index.
  static var place: Int { get }
}

extension ComplexPart {
  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...1)
    let output = try TensorType(.float32, try inputs.type(0, of: [.complex64]).shape)
    let move = Move([output.elementCount], from: Walk(start: Self.place, steps: [2]), to: Walk(steps: [1]))
    return Movement(to: output, [move])
  }
}

/// Real parts of complex numbers (TFLite `REAL`).
struct RealPart: ComplexPart {
  static let tfliteName = "REAL"
  static let builtinCode = 134
  static let place = 0
}

/// Imaginary parts of complex numbers (TFLite `IMAG`).
struct ImaginaryPart: ComplexPart {
  static let tfliteName = "IMAG"
  static let builtinCode = 133
  static let place = 1
}

/// Absolute values of complex numbers (TFLite `COMPLEX_ABS`).
///
/// - Input: any tensor of complex64. Output: floats of the same shape.
struct ComplexAbsolute: OptionlessOperator, TypedOperation {
  static let tfliteName = "COMPLEX_ABS"
  static let builtinCode = 135

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try TensorType(.float32, try inputs.type(0, of: [.complex64]).shape)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    context.prepared(
      ComplexMagnitude.family, ComplexMagnitude.Problem(count: context.outputs[0].elementCount))
  }
}
