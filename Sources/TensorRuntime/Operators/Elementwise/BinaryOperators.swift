import TensorKernels

// Operators of two numbers, element by element with broadcasting.

/// Sum of two tensors.
package struct Add: BinaryOperator {
  package static let entry = Entry("ADD", 0, .add)
  package let activation: FusedActivation
  package init(parsing options: OperatorOptions) throws(OperatorError) { activation = try options.activation(0) }
  init(_ activation: FusedActivation = .none) { self.activation = activation }
}

/// Difference of two tensors.
package struct Subtract: BinaryOperator {
  package static let entry = Entry("SUB", 41, .subtract)
  package let activation: FusedActivation
  package init(parsing options: OperatorOptions) throws(OperatorError) { activation = try options.activation(0) }
}

/// Product of two tensors.
package struct Multiply: BinaryOperator {
  package static let entry = Entry("MUL", 18, .multiply)
  package let activation: FusedActivation
  init() { activation = .none }
  package init(parsing options: OperatorOptions) throws(OperatorError) { activation = try options.activation(0) }
}

/// Quotient of two tensors; division by zero gives an infinity or NaN.
package struct Divide: BinaryOperator {
  package static let entry = Entry("DIV", 42, .divide)
  package let activation: FusedActivation
  package init(parsing options: OperatorOptions) throws(OperatorError) { activation = try options.activation(0) }
}

/// The larger of two values.
struct Maximum: PlainBinaryOperator { static let entry = Entry("MAXIMUM", 55, .maximum) }

/// The smaller of two values.
struct Minimum: PlainBinaryOperator { static let entry = Entry("MINIMUM", 57, .minimum) }

/// The first tensor to the power of the second; an integer to a negative power is 0, unless it is 1 or −1.
struct Power: PlainBinaryOperator { static let entry = Entry("POW", 78, .power) }

/// `(a − b)²` of two tensors.
struct SquaredDifference: PlainBinaryOperator { static let entry = Entry("SQUARED_DIFFERENCE", 99, .squaredDifference) }

/// The quotient of two tensors rounded down. An integer divided by zero is 0; a constant divisor of zero is rejected.
struct FloorDivide: PlainBinaryOperator { static let entry = Entry("FLOOR_DIV", 90, .floorDivide) }

/// The remainder of a quotient rounded down, which has the divisor's sign. The remainder of an integer division by zero
/// is 0; a constant divisor of zero is rejected.
struct FloorModulo: PlainBinaryOperator { static let entry = Entry("FLOOR_MOD", 95, .floorModulo) }

/// The angle in radians, from −π to π, of the point whose ordinate is the first tensor and whose abscissa the second.
struct ArcTangent2: PlainBinaryOperator { static let entry = Entry("ATAN2", 156, .angle, of: [.float32]) }
