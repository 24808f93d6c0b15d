/// Adds the exact sums, in floats, of products with quantized rows and weights that have a scale for each block of
/// columns.
///
///     output[r, c] = addend[r, c] + sum[r, c] · (scale[r] · blockScale[c / width])
package enum BlockScaledSums {
  /// Inputs: addends, sums, the scales of rows.
  package struct Problem: KernelProblem {
    package let rows: Int, columns: Int
    /// One per block of equal width.
    let scales: [Float]

    package init(rows: Int, columns: Int, scales: [Float]) {
      (self.rows, self.columns, self.scales) = (rows, columns, scales)
    }

    package var element: NumberType { .float32 }
  }

  /// A unit is a row. The output may be the addends.
  package static let family = KernelFamily<Problem, any UnitKernel>("block-scaled sums") { problem, _ in
    LoopKernel(problem.rows) { rows, operands in
      let (addends, sums, output) = (operands.input(0), operands.input(1), operands.output())
      let width = problem.columns / problem.scales.count
      // In place, so that the compiler finds that vectors do not overlap.
      if output != addends, !rows.isEmpty {
        let first = rows.lowerBound * problem.columns
        (output + first).update(from: addends + first, count: rows.count * problem.columns)
      }
      for row in rows {
        for (block, scale) in problem.scales.enumerated() {
          let factor = operands.input(2)[row] * scale, first = row * problem.columns + block * width
          for i in first..<first + width { output[i] += sums[i] * factor }
        }
      }
    }
  }
}
