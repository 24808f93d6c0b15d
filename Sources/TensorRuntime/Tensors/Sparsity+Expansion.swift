import TFLiteFormat

extension Sparsity {
  /// Writes the stored elements of a sparse tensor to their places in `target`, leaving others unchanged.
  ///
  /// A position is a path through the dimensions in traversal order, each of which advances the place by a multiple of
  /// its step (to the next index, or block).
  ///
  /// - Precondition: the description has been verified against the shape, and `source` has as many elements as it says.
  func expand(_ source: UnsafeRawBufferPointer, _ type: TensorType, to target: UnsafeMutableRawPointer) {
    guard type.elementCount > 0, let elementByteCount = type.elementType.byteCount, let base = source.baseAddress
    else { return }
    let steps = traversalSteps(type.shape)
    func visit(_ level: Int, position: Int, place: Int) {
      guard level < dimensions.count else {
        (target + place * elementByteCount).copyMemory(
          from: base + position * elementByteCount, byteCount: elementByteCount)
        return
      }
      switch dimensions[level] {
      case .dense(let size):
        for index in 0..<size {
          visit(level + 1, position: position * size + index, place: place + index * steps[level])
        }
      case .compressed(let segments, let indices):
        for next in segments[position]..<segments[position + 1] {
          visit(level + 1, position: next, place: place + indices[next] * steps[level])
        }
      }
    }
    visit(0, position: 0, place: 0)
  }

  /// Elements between indices of each dimension, in traversal order.
  private func traversalSteps(_ shape: [Int]) -> [Int] {
    let steps = Walk(over: shape).steps
    var blockSizes = [Int](repeating: 1, count: shape.count)
    for (dimension, level) in zip(traversalOrder, dimensions) where dimension >= shape.count {
      if case .dense(let size) = level { blockSizes[blockMap[dimension - shape.count]] = size }
    }
    return traversalOrder.map { dimension in
      dimension < shape.count
        ? steps[dimension] * blockSizes[dimension] : steps[blockMap[dimension - shape.count]]
    }
  }
}
