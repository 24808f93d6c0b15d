/// The number of boundaries that are not above a float.
package enum BucketSearch {
  package struct Problem: KernelProblem {
    /// They do not decrease.
    let boundaries: [Float]
    package let count: Int

    package init(_ boundaries: [Float], count: Int) { (self.boundaries, self.count) = (boundaries, count) }

    package var element: NumberType { .float32 }
    package var work: Int { KernelWork.of(count, each: KernelWork.costlyElement) }
  }

  /// A unit is an element.
  package static let family = KernelFamily<Problem, any UnitKernel>("bucket search") { problem, _ in
    LoopKernel(problem.count) { range, operands in
      let (input, output) = (operands.input(0), operands.output(as: Int32.self))
      problem.boundaries.withUnsafeBufferPointer { boundaries in
        for i in range {
          let bucket = boundaries.baseAddress?.firstIndex(above: input[i], of: boundaries.count) ?? 0
          output[i] = Int32(truncatingIfNeeded: bucket)
        }
      }
    }
  }
}
