extension Reduction {
  /// Never called: operators refuse integers (`ElementType.number`).
  package static func run(
    _ operation: Operation, _ type: NumberType, _ groups: ReductionGroups, _ some: Range<Int>,
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    preconditionFailure("no kernels for integers")
  }

  /// Never called, likewise.
  static func runSIMD(
    _ operation: Operation, _ counts: [Int], _ some: Range<Int>, _ input: UnsafePointer<Int32>,
    _ output: UnsafeMutablePointer<Int32>
  ) {
    preconditionFailure("no kernels for integers")
  }
}
