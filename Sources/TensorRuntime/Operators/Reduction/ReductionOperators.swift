import TFLiteFormat
import TensorKernels

// Reductions of the values along some axes.

/// The types of what is reduced: integers of 8 and 16 bits, too.
private let allNumbers: [ElementType] = [.float32, .int32, .int64, .int8, .uint8, .int16]

/// Mean over some axes.
package struct Mean: ReductionOperator {
  package static let entry = Entry("MEAN", 40, .mean, of: allNumbers)
  package let keepsDimensions: Bool
  package init(keepsDimensions: Bool) { self.keepsDimensions = keepsDimensions }
}

/// Sum over some axes.
package struct Sum: ReductionOperator {
  package static let entry = Entry("SUM", 74, .sum)
  package let keepsDimensions: Bool
  package init(keepsDimensions: Bool) { self.keepsDimensions = keepsDimensions }
}

/// Largest value over some axes.
package struct ReduceMax: ReductionOperator {
  package static let entry = Entry("REDUCE_MAX", 82, .maximum, of: allNumbers)
  package let keepsDimensions: Bool
  package init(keepsDimensions: Bool) { self.keepsDimensions = keepsDimensions }
}

/// Smallest value over some axes.
package struct ReduceMin: ReductionOperator {
  package static let entry = Entry("REDUCE_MIN", 89, .minimum, of: allNumbers)
  package let keepsDimensions: Bool
  package init(keepsDimensions: Bool) { self.keepsDimensions = keepsDimensions }
}

/// Product over some axes.
struct ReduceProduct: ReductionOperator {
  static let entry = Entry("REDUCE_PROD", 81, .product, of: allNumbers)
  let keepsDimensions: Bool
}

/// Whether any Boolean over some axes is true: the largest of them.
struct ReduceAny: ReductionOperator {
  static let entry = Entry("REDUCE_ANY", 91, .maximum, of: [.bool])
  let keepsDimensions: Bool
}

/// Whether all Booleans over some axes are true: the smallest of them.
struct ReduceAll: ReductionOperator {
  static let entry = Entry("REDUCE_ALL", 140, .minimum, of: [.bool])
  let keepsDimensions: Bool
}

/// The index along an axis of the largest element.
struct ArgMax: ExtremeIndexOperator {
  static let entry = Entry("ARG_MAX", 56, .largest)
  let indexType: ElementType
}

/// The index along an axis of the smallest element.
struct ArgMin: ExtremeIndexOperator {
  static let entry = Entry("ARG_MIN", 79, .smallest)
  let indexType: ElementType
}
