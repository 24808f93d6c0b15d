/// Batched products of two matrices computed at run time, either of which may be transposed.
///
///     output[b, m, n] = Σk left[b, m, k] · right[b, k, n]
///
/// Batches broadcast as in NumPy. A unit is one or more output rows. Bytes are minus their zero points; sums of
/// products of 9-bit integers are exact in 32 bits, and requantized:
///
///     output[b, m, n] = limits(zeroPoint + factor · Σk …)
package enum BatchMatrixMultiply {
  /// The strides of one side, in elements.
  package struct Side: Sendable, Hashable {
    /// Along the sums, and along the output's rows or columns.
    package let depthStep: Int, outerStep: Int

    /// - Precondition: one of the steps is 1.
    package init(depthStep: Int, outerStep: Int) {
      self.depthStep = depthStep
      self.outerStep = outerStep
    }
  }

  /// A batch dimension: its extent, and each side's step in elements.
  package struct Dimension: Sendable, Hashable {
    package let extent: Int, left: Int, right: Int

    package init(extent: Int, left: Int, right: Int) {
      (self.extent, self.left, self.right) = (extent, left, right)
    }
  }

  package struct Problem: KernelProblem {
    package let rows: Int, columns: Int, depth: Int
    package let left: Side, right: Side
    package let batch: [Dimension]
    /// Nil for floats.
    package let bytes: Bytes?

    package init(
      rows: Int, columns: Int, depth: Int, left: Side, right: Side, batch: [Dimension], bytes: Bytes? = nil
    ) {
      (self.rows, self.columns, self.depth) = (rows, columns, depth)
      (self.left, self.right) = (left, right)
      self.batch = batch
      self.bytes = bytes
    }

    package var element: NumberType { bytes?.output.element ?? .float32 }
    package var rowCount: Int { batch.reduce(rows) { $0 * $1.extent } }

    /// Elements from the start of each side to that of a batch.
    package func offsets(of batch: Int) -> (left: Int, right: Int) {
      var rest = batch
      var offsets = (left: 0, right: 0)
      for dimension in self.batch.reversed() {
        let index = rest % dimension.extent
        rest /= dimension.extent
        offsets.left += index * dimension.left
        offsets.right += index * dimension.right
      }
      return offsets
    }

    package func unitsPerBatch(_ rowsPerUnit: Int) -> Int { (rows + rowsPerUnit - 1) / rowsPerUnit }

    /// Calls `body` with the rows of each batch that some units consist of.
    package func forEachBatch(
      of units: Range<Int>, rowsPerUnit: Int, _ body: (_ batch: Int, _ rows: Range<Int>) -> Void
    ) {
      let unitsPerBatch = unitsPerBatch(rowsPerUnit)
      var unit = units.lowerBound
      while unit < units.upperBound {
        let (batch, first) = unit.quotientAndRemainder(dividingBy: unitsPerBatch)
        let last = min(first + units.upperBound - unit, unitsPerBatch)
        body(batch, first * rowsPerUnit..<min(last * rowsPerUnit, rows))
        unit += last - first
      }
    }
  }

  /// Quantized bytes. Factors round twice.
  package struct Bytes: Sendable, Hashable {
    package let left: ByteRange, right: ByteRange, output: ByteRange
    package let factor: FixedPointMultiplier

    package init(left: ByteRange, right: ByteRange, output: ByteRange, factor: FixedPointMultiplier) {
      (self.left, self.right, self.output) = (left, right, output)
      self.factor = factor
    }
  }

  /// Vectors if rows or terms are adjacent, and the reference.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "batch matrix multiply",
    kernels: [
      KernelCandidate(.simd, make: { problem, _, _ in BatchMatrixKernel(problem: problem, usesVectors: true) }),
      KernelCandidate(
        .reference, elements: [.float32, .int8, .uint8],
        make: { problem, _, _ in
          guard let bytes = problem.bytes else { return BatchMatrixKernel(problem: problem, usesVectors: false) }
          return ByteBatchMatrixLoops(problem, bytes)
        }),
    ])
}

private final class BatchMatrixKernel: UnitKernel {
  let problem: BatchMatrixMultiply.Problem
  let usesVectors: Bool

  init(problem: BatchMatrixMultiply.Problem, usesVectors: Bool) {
    (self.problem, self.usesVectors) = (problem, usesVectors)
  }

  var unitCount: Int { problem.rowCount }
  var memory: [any KernelMemory] { [] }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    problem.forEachBatch(of: units, rowsPerUnit: 1) { batch, rows in
      let offsets = problem.offsets(of: batch)
      for row in rows {
        run(
          row: operands.input(0) + offsets.left + row * problem.left.outerStep, operands.input(1) + offsets.right,
          operands.output() + (batch * problem.rows + row) * problem.columns)
      }
    }
  }

  private func run(
    row: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    let side = problem.right
    var n = 0
    // Adjacent columns form vectors.
    while usesVectors, side.outerStep == 1, n + 8 <= problem.columns {
      var low = Vector4.zero
      var high = Vector4.zero
      for k in 0..<problem.depth {
        let value = Vector4(repeating: row[k * problem.left.depthStep])
        let terms = right + (k * side.depthStep + n)
        low = low.adding(value, times: Vector4(loading: terms))
        high = high.adding(value, times: Vector4(loading: terms + 4))
      }
      low.store(to: output + n)
      high.store(to: output + n + 4)
      n += 8
    }
    while n < problem.columns {
      output[n] = sum(row, right + n * side.outerStep)
      n += 1
    }
  }

  /// One sum; adjacent terms form vectors.
  private func sum(_ row: UnsafePointer<Float>, _ column: UnsafePointer<Float>) -> Float {
    let (leftStep, rightStep) = (problem.left.depthStep, problem.right.depthStep)
    var k = 0
    var sum: Float = 0
    if usesVectors, leftStep == 1, rightStep == 1 {
      var sums = Vector4.zero
      while k + 4 <= problem.depth {
        sums = sums.adding(Vector4(loading: row + k), times: Vector4(loading: column + k))
        k += 4
      }
      sum = (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
    while k < problem.depth {
      sum += row[k * leftStep] * column[k * rightStep]
      k += 1
    }
    return sum
  }
}
