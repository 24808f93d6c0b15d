extension Reduction {
  /// Never called: operators refuse integers (`ElementType.number`).
  package static func run(
    _ operation: Operation, _ type: NumberType, _ groups: ReductionGroups, _ some: Range<Int>,
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    preconditionFailure("no kernels for integers")
  }

  /// None, likewise.
  static func vectors(_ problem: Problem) -> (any UnitKernel)? { nil }
}
