import TFLiteFormat
import TensorKernels

// Operators of one number. The activations among them are in Activation/ActivationOperators.swift.

private let signedTypes: [ElementType] = [.float32, .int32, .int64]
private let negatedTypes: [ElementType] = signedTypes + [.int8, .int16]

/// Magnitudes.
struct Absolute: PlainUnaryOperator { static let entry = Entry("ABS", 101, .absolute, of: signedTypes) }

/// Values with the opposite sign. Integers are negated themselves, whatever they stand for, as LiteRT does.
struct Negate: PlainUnaryOperator { static let entry = Entry("NEG", 59, .negate, of: negatedTypes) }

/// −1, 0 or 1.
struct Sign: PlainUnaryOperator { static let entry = Entry("SIGN", 158, .sign, of: signedTypes) }

/// `e^x`.
struct Exponential: PlainUnaryOperator { static let entry = Entry("EXP", 47, .exponential) }

/// Natural logarithms: −∞ for zero, NaN below.
struct Logarithm: PlainUnaryOperator { static let entry = Entry("LOG", 73, .logarithm) }

/// Square roots: NaN below zero.
struct SquareRoot: PlainUnaryOperator { static let entry = Entry("SQRT", 75, .squareRoot) }

/// `1 / √x`.
struct ReciprocalSquareRoot: PlainUnaryOperator { static let entry = Entry("RSQRT", 76, .reciprocalSquareRoot) }

/// `x²`.
struct Square: PlainUnaryOperator { static let entry = Entry("SQUARE", 92, .square) }

/// Sines of angles in radians.
struct Sine: PlainUnaryOperator { static let entry = Entry("SIN", 66, .sine) }

/// Cosines of angles in radians.
struct Cosine: PlainUnaryOperator { static let entry = Entry("COS", 108, .cosine) }

/// Values rounded down to integers.
struct Floor: PlainUnaryOperator { static let entry = Entry("FLOOR", 8, .floor) }

/// Values rounded up to integers.
struct Ceiling: PlainUnaryOperator { static let entry = Entry("CEIL", 104, .ceiling) }

/// Values rounded to integers, ties to even.
struct Round: PlainUnaryOperator { static let entry = Entry("ROUND", 116, .round) }
