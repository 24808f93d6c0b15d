extension BinaryElementwise {
  /// Never called: operators refuse integers (`ElementType.number`).
  package static func run(
    _ operation: Operation, _ type: NumberType, _ problem: BroadcastPair, elements: Range<Int>, left: UnsafeRawPointer,
    right: UnsafeRawPointer, output: UnsafeMutableRawPointer, limits: ClosedRange<Int>
  ) {
    preconditionFailure("no kernels for integers")
  }
}
