extension Reduction {
  /// Never made: without sums of any number of bytes, sums and means of bytes go by way of floats.
  package struct ByteSum: Sendable, Hashable {
    package static let mostElements = 0

    package init(meanOf input: ByteRange, to output: ByteRange, scales: (Float, Float), count: Int) {}
    package init(_ input: ByteRange, to output: ByteRange, scales: (Float, Float)) {}
  }

  static func runReference(
    _ sums: ByteSum, _ groups: ReductionGroups, _ some: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    preconditionFailure("no sums of bytes")
  }
}

/// Supports nothing.
final class ByteReduction: UnitKernel {
  static func supports(_ problem: Reduction.Problem) -> Bool { false }

  init?(_ problem: Reduction.Problem) { nil }

  var unitCount: Int { 0 }
  var memory: [any KernelMemory] { [] }
  func run(units: Range<Int>, _ operands: KernelOperands) {}
}
