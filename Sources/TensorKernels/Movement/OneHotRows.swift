/// Rows of one value, except at an index.
///
///     output[o, d, i] = d == index[o, i] ? value : other
package enum OneHotRows {
  /// Inputs: int32 or int64 indices, the value, the other one.
  package struct Problem: KernelProblem {
    package let outer: Int, depth: Int, inner: Int
    package let elementByteCount: Int
    package let index: NumberType

    package init(outer: Int, depth: Int, inner: Int, elementByteCount: Int, index: NumberType) {
      (self.outer, self.depth, self.inner) = (outer, depth, inner)
      (self.elementByteCount, self.index) = (elementByteCount, index)
    }

    package var element: NumberType { .uint8 }
    package var work: Int { KernelWork.of(outer, depth, inner) }
  }

  /// A unit is an element.
  package static let family = KernelFamily<Problem, any UnitKernel>("one-hot rows") { problem, _ in
    LoopKernel(problem.outer * problem.depth * problem.inner) { run(problem, $0, $1) }
  }

  private static func run(_ problem: Problem, _ elements: Range<Int>, _ operands: KernelOperands) {
    guard !elements.isEmpty else { return }
    let (depth, inner, size) = (problem.depth, problem.inner, problem.elementByteCount)
    let indices = operands.inputBytes(0), target = operands.outputBytes()
    (target + elements.lowerBound * size)
      .writeElements(operands.inputBytes(2), byteCount: size, count: elements.count)
    let rows = elements.lowerBound / (depth * inner)...(elements.upperBound - 1) / (depth * inner)
    for place in rows.lowerBound * inner..<(rows.upperBound + 1) * inner {
      let index =
        problem.index == .int64
        ? Int(clamping: indices.load(fromByteOffset: place * 8, as: Int64.self))
        : Int(indices.load(fromByteOffset: place * 4, as: Int32.self))
      guard index >= 0, index < depth else { continue }
      let element = (place / inner * depth + index) * inner + place % inner
      if elements.contains(element) {
        (target + element * size).copyMemory(from: operands.inputBytes(1), byteCount: size)
      }
    }
  }
}
