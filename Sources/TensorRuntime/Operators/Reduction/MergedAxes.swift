/// A shape seen from one axis: how many elements there are outside it, along it, and inside it.
struct MergedAxes {
  let outer: Int, extent: Int, inner: Int

  /// - Precondition: `axis` is one of the shape's.
  init(_ shape: [Int], around axis: Int) {
    outer = shape[..<axis].reduce(1, *)
    extent = shape[axis]
    inner = shape[(axis + 1)...].reduce(1, *)
  }

  /// Work on lines along the axis, each by itself: those of a thread lie side by side.
  func dividedWork(_ kernel: @escaping @Sendable (_ lines: Range<Int>, _ io: OperatorIO) -> Void) -> DividedWork {
    DividedWork(outer * inner, grain: ThreadGrain.rows(of: extent), kernel: kernel)
  }
}
