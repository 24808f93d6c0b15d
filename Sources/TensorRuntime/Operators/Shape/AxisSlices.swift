/// Adjacent slices of a tensor along an axis, for joining and splitting operators.
///
/// A row is everything along the axis and inside it; each slice has a range of every row.
struct AxisSlices {
  private let rowCount: Int, rowLength: Int
  /// Each slice's start in a row, and its elements.
  private let slices: [(start: Int, length: Int)]

  /// - Precondition: `extents` add up to the axis's extent.
  init(_ shape: [Int], axis: Int, extents: [Int]) {
    let inner = shape[(axis + 1)...].reduce(1, *)
    rowCount = shape[..<axis].reduce(1, *)
    rowLength = extents.reduce(0, +) * inner
    var start = 0
    slices = extents.map { extent in
      defer { start += extent * inner }
      return (start, extent * inner)
    }
  }

  /// The moves of inputs, one per slice, into the whole.
  var joining: [Move] {
    slices.enumerated().map { index, slice in
      Move(
        [rowCount, slice.length], input: index, from: Walk(steps: [slice.length, 1]),
        to: Walk(start: slice.start, steps: [rowLength, 1]))
    }
  }

  /// The moves of the whole, an input, into outputs, one per slice.
  func cutting(input: Int = 0) -> [Move] {
    slices.enumerated().map { index, slice in
      Move(
        [rowCount, slice.length], input: input, from: Walk(start: slice.start, steps: [rowLength, 1]), output: index,
        to: Walk(steps: [slice.length, 1]))
    }
  }
}

extension Movement {
  /// An input, cut into slices of some extents along an axis.
  init(cutting type: TensorType, input: Int = 0, axis: Int, extents: [Int]) throws(OperatorError) {
    var outputs: [TensorType] = []
    for extent in extents {
      var shape = type.shape
      shape[axis] = extent
      outputs.append(try type.reshaped(shape))
    }
    self.init(to: outputs, AxisSlices(type.shape, axis: axis, extents: extents).cutting(input: input))
  }
}
