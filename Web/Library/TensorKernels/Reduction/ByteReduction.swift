extension Reduction {
  /// Never made: without sums of any number of bytes, means of bytes are taken by way of floats.
  package struct ByteMean: Sendable, Hashable {
    package static let mostElements = 0

    package init(_ input: ByteRange, to output: ByteRange, scale: Double, count: Int) {}
  }

  static func runReference(
    _ mean: ByteMean, _ groups: ReductionGroups, _ some: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    preconditionFailure("no means of bytes")
  }
}

/// Supports nothing.
final class ByteReduction: UnitKernel {
  static func supports(_ problem: Reduction.Problem) -> Bool { false }

  init?(_ problem: Reduction.Problem, isEmitted: Bool) { nil }

  var unitCount: Int { 0 }
  var memory: [any KernelMemory] { [] }
  func run(units: Range<Int>, _ operands: KernelOperands) {}
}
