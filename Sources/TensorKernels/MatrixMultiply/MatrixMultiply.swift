import MachineCode

/// Rows times a constant matrix, as in 1×1 convolutions and dense layers.
///
///     output[m, n] = activation(Σk input[m, k] · filter[n, k] + bias[n] (+ addend[m, n]))
///
/// `filter` is TFLite's layout: one row of `depth` weights for each output column. The terms of a row may be in several
/// segments of memory: those of a picture's patch are one run of pixels for each row of the filter.
package enum MatrixMultiply {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = LayerWeights

    /// Rows of the input, `m`.
    package let rows: Int
    /// Columns of the output, `n`.
    package let columns: Int
    /// Terms of each sum, `k`.
    package let depth: Int
    /// Elements from one row of the input to the next.
    package let inputStride: Int
    /// Elements from one row of the output, and of the addend, to the next.
    package let outputStride: Int
    /// The number of contiguous segments that a row's terms are in, all of the same length.
    package let segmentCount: Int
    /// Elements from the start of one segment to the start of the next.
    package let segmentStride: Int
    /// Whether another tensor of the output's layout is added before the activation (a residual connection).
    package let hasAddend: Bool
    /// The type of input, weights and output.
    package let element: NumberType

    /// A product of `rows` × `depth` by `depth` × `columns`; without strides, rows are contiguous.
    ///
    /// - Precondition: `depth` is a multiple of `segmentCount`.
    package init(
      rows: Int, columns: Int, depth: Int, inputStride: Int? = nil, outputStride: Int? = nil, segmentCount: Int = 1,
      segmentStride: Int = 0, hasAddend: Bool = false, element: NumberType = .float32
    ) {
      self.rows = rows
      self.columns = columns
      self.depth = depth
      self.inputStride = inputStride ?? depth
      self.outputStride = outputStride ?? columns
      self.segmentCount = segmentCount
      self.segmentStride = segmentStride
      self.hasAddend = hasAddend
      self.element = element
    }

    /// Terms of one segment.
    var segmentLength: Int { depth / max(segmentCount, 1) }
    /// Whether the filter would evict most other data from the second-level cache.
    var filterIsLarge: Bool { columns * depth * 4 > 192 << 10 }
  }

  /// The maximum size of a kernel's packed weights in bytes: columns fill vectors of eight, and each has a bias and a
  /// slope, in the panels and separately, and perhaps a mask.
  package static func packedByteCount(columns: Int, depth: Int) -> Int {
    saturatingProduct((columns + 7) / 8 * 8, depth + 6, 4)
  }

  typealias Candidate = KernelCandidate<Problem, any MatrixMultiplyKernel>

  /// Fastest first on the measured machines; OpenBLAS pays if a call has enough rows to amortize its packing.
  package static let family = KernelFamily<Problem, any MatrixMultiplyKernel>(
    "matrix multiply", kernels: [emitted] + blas + [vectors, reference])

  private static let emitted = Candidate(
    .machineCode, supports: { MachineMatrixMultiply.supports($0) }, make: { MachineMatrixMultiply($0, $1, $2) })
  private static let vectors = Candidate(
    .simd, make: { problem, weights, _ in SIMDMatrixMultiply(problem, weights) })
  private static let reference = Candidate(
    .reference, make: { problem, weights, _ in ReferenceMatrixMultiply(problem, weights) })

  #if OpenBLAS
    private static let blas = [
      Candidate(
        .blas, supports: { $0.segmentCount == 1 && OpenBLAS.shared != nil },
        pays: { $0.rows >= 16 && $0.depth >= 16 && $0.columns >= 16 },
        make: { problem, weights, _ in OpenBLAS.shared.map { BLASMatrixMultiply(problem, weights, $0) } })
    ]
  #else
    private static let blas: [Candidate] = []
  #endif
}

/// A matrix product with its weights packed.
package protocol MatrixMultiplyKernel: RowProductKernel {
  /// Computes `rows` rows, with the problem's strides. `addend` is not nil if the problem has one.
  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>)

  /// The calls of emitted code that do what ``run(rows:input:addend:output:)`` does; nil for other kernels.
  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]?
}

extension MatrixMultiplyKernel {
  package func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? { nil }
}

/// The rows of a matrix product, divided into the units of its kernel. Inputs: rows, and the addend if there is one.
package final class MatrixRows: UnitKernel {
  private let problem: MatrixMultiply.Problem
  private let kernel: any RowProductKernel
  /// Floats from a row to the next.
  private let inputStride: Int, outputStride: Int

  /// All rows of a product.
  ///
  /// - Parameters:
  ///   - inputStride: floats from a row to the next; by default, those of the product.
  ///   - outputStride: the same for results.
  package init(
    _ problem: MatrixMultiply.Problem, _ kernel: any RowProductKernel, inputStride: Int? = nil, outputStride: Int? = nil
  ) {
    (self.problem, self.kernel) = (problem, kernel)
    self.inputStride = inputStride ?? problem.inputStride
    self.outputStride = outputStride ?? problem.outputStride
  }

  package var unitCount: Int { (problem.rows + kernel.rowsPerUnit - 1) / kernel.rowsPerUnit }
  package var elementsPerUnit: Int? {
    outputStride == problem.columns ? kernel.rowsPerUnit * problem.columns : nil
  }
  package var elementsPerGroup: Int { kernel.rowsPerGroup * problem.columns }
  package var scratchCount: Int { kernel.scratchCount }
  package var memory: [any KernelMemory] { kernel.memory }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    let step = kernel.takesAnyRows ? max(units.count, 1) : 1
    for unit in stride(from: units.lowerBound, to: units.upperBound, by: step) {
      let rows = rows(of: unit..<unit + step)
      kernel.run(
        rows: rows.count, input: operands.input(0) + rows.lowerBound * inputStride,
        addend: addend(operands, rows), output: operands.output() + rows.lowerBound * outputStride,
        scratch: operands.scratch)
    }
  }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    guard kernel.takesAnyRows else { return nil }
    let rows = rows(of: units)
    return kernel.calls(
      rows: rows.count, input: operands.input(0) + rows.lowerBound * inputStride,
      addend: addend(operands, rows), output: operands.output() + rows.lowerBound * outputStride,
      scratch: operands.scratch)
  }

  private func rows(of units: Range<Int>) -> Range<Int> {
    min(units.lowerBound * kernel.rowsPerUnit, problem.rows)..<min(units.upperBound * kernel.rowsPerUnit, problem.rows)
  }

  private func addend(_ operands: KernelOperands, _ rows: Range<Int>) -> UnsafePointer<Float>? {
    problem.hasAddend ? operands.input(1) + rows.lowerBound * problem.outputStride : nil
  }
}
