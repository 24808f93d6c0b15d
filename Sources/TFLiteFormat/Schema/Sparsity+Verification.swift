extension Sparsity {
  /// Checks the description against the tensor's shape and returns the number of stored values.
  func verifiedValueCount(shape: [Int]) throws(SparsityFault) -> Int {
    let blocks = try blockSizes(shape: shape)
    // The number of positions selected by the dimensions so far.
    var count = 1
    for (dimension, level) in zip(traversalOrder, dimensions) {
      let size: Int
      if dimension >= shape.count {
        size = blocks[dimension - shape.count]
      } else if let block = blockMap.firstIndex(of: dimension) {
        size = shape[dimension] / blocks[block]
      } else {
        size = shape[dimension]
      }
      switch level {
      case .dense(let found):
        guard found == size else { throw .denseSize(dimension: dimension, found: found, expected: size) }
        let (product, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow else { throw .overflow }
        count = product
      case .compressed(let segments, let indices):
        guard !segments.isEmpty else { throw .missingVector(dimension: dimension) }
        guard segments.count - 1 == count, segments.first == 0, segments.last == indices.count,
          zip(segments, segments.dropFirst()).allSatisfy({ $0 <= $1 })
        else { throw .segments(dimension: dimension) }
        for index in indices where index < 0 || index >= size {
          throw .index(dimension: dimension, index, size: size)
        }
        count = indices.count
      }
    }
    return count
  }

  /// Checks counts, orders and blocks, and returns the size of each block dimension, which is positive and divides the
  /// dimension that it splits.
  private func blockSizes(shape: [Int]) throws(SparsityFault) -> [Int] {
    let total = shape.count + blockMap.count
    guard blockMap.count <= shape.count, traversalOrder.count == total, dimensions.count == total else {
      throw .counts(
        rank: shape.count, traversal: traversalOrder.count, blocks: blockMap.count, dimensions: dimensions.count)
    }
    guard traversalOrder.sorted().elementsEqual(0..<total) else { throw .traversalOrder(traversalOrder) }
    guard Set(blockMap).count == blockMap.count, blockMap.allSatisfy({ shape.indices.contains($0) }) else {
      throw .blockMap(blockMap)
    }
    var sizes = [Int](repeating: 0, count: blockMap.count)
    for (dimension, level) in zip(traversalOrder, dimensions) where dimension >= shape.count {
      let block = dimension - shape.count
      guard case .dense(let size) = level, size > 0, shape[blockMap[block]] % size == 0 else {
        throw .block(dimension: dimension)
      }
      sizes[block] = size
    }
    return sizes
  }
}
