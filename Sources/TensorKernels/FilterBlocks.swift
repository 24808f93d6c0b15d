/// A product's filter, of several borrowed matrices beside and below each other.
package final class FilterBlocks {
  /// A matrix: some of the terms of some columns.
  package struct Block {
    package let weights: UnsafePointer<Float>
    package let columns: Range<Int>
    package let terms: Range<Int>

    package init(_ weights: UnsafePointer<Float>, columns: Range<Int>, terms: Range<Int>) {
      (self.weights, self.columns, self.terms) = (weights, columns, terms)
    }
  }

  let blocks: [Block]

  /// A contiguous copy, for kernels that do not pack block by block.
  private(set) lazy var joined: AlignedBuffer = {
    let depth = blocks.reduce(0) { max($0, $1.terms.upperBound) }
    let joined = AlignedBuffer(zeros: depth * blocks.reduce(0) { max($0, $1.columns.upperBound) })
    for block in blocks {
      for (row, column) in block.columns.enumerated() {
        (joined.pointer + column * depth + block.terms.lowerBound).update(
          from: block.weights + row * block.terms.count, count: block.terms.count)
      }
    }
    return joined
  }()

  /// - Precondition: the blocks cover all terms of all columns.
  package init(_ blocks: [Block]) { self.blocks = blocks }
}
