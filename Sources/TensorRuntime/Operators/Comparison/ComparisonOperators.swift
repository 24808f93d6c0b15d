import TFLiteFormat
import TensorKernels

// Comparisons; all but inequality are false for NaN.

private let anyTypes: [ElementType] = [.float32, .int32, .int64, .int8, .uint8, .bool]

/// Whether elements are equal.
struct Equal: ComparisonOperator { static let entry = Entry("EQUAL", 71, .equal, of: anyTypes) }

/// Whether elements differ.
struct NotEqual: ComparisonOperator { static let entry = Entry("NOT_EQUAL", 72, .notEqual, of: anyTypes) }

/// Whether the first element is smaller.
struct Less: ComparisonOperator { static let entry = Entry("LESS", 58, .less) }

/// Whether the first element is smaller or equal.
struct LessOrEqual: ComparisonOperator { static let entry = Entry("LESS_EQUAL", 63, .lessOrEqual) }

/// Whether the first element is larger.
struct Greater: ComparisonOperator { static let entry = Entry("GREATER", 61, .greater) }

/// Whether the first element is larger or equal.
struct GreaterOrEqual: ComparisonOperator { static let entry = Entry("GREATER_EQUAL", 62, .greaterOrEqual) }

/// Whether both Booleans are true.
struct LogicalAnd: ComparisonOperator { static let entry = Entry("LOGICAL_AND", 86, .both, of: [.bool]) }

/// Whether at least one Boolean is true.
struct LogicalOr: ComparisonOperator { static let entry = Entry("LOGICAL_OR", 84, .either, of: [.bool]) }
