/// Groups of floats, each divided into equally many blocks for threads.
package struct RowBlocks: KernelProblem, Hashable {
  package let groups: Int
  package let length: Int
  /// Blocks per group; 1 if groups are not divided.
  package let count: Int
  /// Elements of a block; a group's last one may have fewer.
  private let blockLength: Int

  /// Divides few large groups into blocks of at least `grain` elements.
  package init(groups: Int, length: Int, grain: Int = .max) {
    (self.groups, self.length) = (groups, length)
    // Two for each of four threads, of at least 64 elements, so that eight are left for the last one.
    count = max(min(8 / max(groups, 1), length / max(grain, 64)), 1)
    // Whole vectors.
    blockLength = count > 1 ? ((length - 1) / count / 8 + 1) * 8 : length
  }

  package var element: NumberType { .float32 }
  package var work: Int { KernelWork.of(groups, length) }
  package var unitCount: Int { groups * count }

  func elements(of unit: Int) -> Range<Int> {
    let (group, block) = unit.quotientAndRemainder(dividingBy: count)
    let first = group * length
    return first + block * blockLength..<first + min((block + 1) * blockLength, length)
  }

  /// A group's minimum and maximum from the output of ``RowRanges``.
  func limits(of group: Int, _ ranges: UnsafePointer<Float>) -> (low: Float, high: Float) {
    var (low, high): (Float, Float) = (0, 0)
    for block in group * count..<(group + 1) * count {
      (low, high) = (min(low, ranges[2 * block]), max(high, ranges[2 * block + 1]))
    }
    return (low, high)
  }
}

/// Each block's minimum and maximum, including zero and ignoring NaN.
package enum RowRanges {
  /// A unit is a block.
  package static let portable = KernelFamily<RowBlocks, any UnitKernel>(
    "row ranges",
    kernels: [
      KernelCandidate(.simd, make: { blocks, _, _ in loop(blocks, isPlain: false) }),
      KernelCandidate(.reference, make: { blocks, _, _ in loop(blocks, isPlain: true) }),
    ])

  package static func loop(_ blocks: RowBlocks, isPlain: Bool) -> any UnitKernel {
    let rows = RowQuantization(kind: .asymmetric, isPlain: isPlain)
    return loop(blocks) { rows.limits($0, $1) }
  }

  package static func loop(
    _ blocks: RowBlocks,
    _ limits: @escaping @Sendable (_ count: Int, _ input: UnsafePointer<Float>) -> (low: Float, high: Float)
  ) -> any UnitKernel {
    LoopKernel(blocks.unitCount) { units, operands in
      for unit in units {
        let elements = blocks.elements(of: unit)
        let (low, high) = limits(elements.count, operands.input(0) + elements.lowerBound)
        (operands.output()[2 * unit], operands.output()[2 * unit + 1]) = (low, high)
      }
    }
  }
}
