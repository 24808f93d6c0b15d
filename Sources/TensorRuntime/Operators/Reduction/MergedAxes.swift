/// A shape relative to one axis: the numbers of elements outside it, along it, and inside it.
struct MergedAxes {
  let outer: Int, extent: Int, inner: Int

  /// - Precondition: `axis` is one of the shape's.
  init(_ shape: [Int], around axis: Int) {
    outer = shape[..<axis].reduce(1, *)
    extent = shape[axis]
    inner = shape[(axis + 1)...].reduce(1, *)
  }
}
