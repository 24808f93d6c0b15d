import MachineCode

/// Rows times a constant matrix, as in 1×1 convolutions and dense layers.
///
///     output[m, n] = activation(Σk input[m, k] · filter[n, k] + bias[n] (+ addend[m, n]))
///
/// `filter` is in TFLite's layout: `depth` weights for each output column. A row's terms may be in several segments,
/// such as a patch's runs of pixels, one per filter row.
package enum MatrixMultiply {
  package struct Problem: KernelProblem, Hashable {
    package typealias Weights = LayerWeights

    package let rows: Int
    package let columns: Int
    package let depth: Int
    /// Elements between input rows.
    package let inputStride: Int
    /// Elements between rows of the output, and of the addend.
    package let outputStride: Int
    /// Contiguous segments of equal length that hold a row's terms.
    package let segmentCount: Int
    /// Elements between the starts of segments.
    package let segmentStride: Int
    /// Whether a tensor of the output's layout is added before the activation (a residual connection).
    package let hasAddend: Bool
    package let element: NumberType

    /// Without strides, rows are contiguous.
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

    package var segmentLength: Int { depth / max(segmentCount, 1) }
    /// Whether the filter would evict most other data from the L2 cache.
    package var filterIsLarge: Bool { columns * depth * 4 > 192 << 10 }
  }

  /// Maximum bytes of packed weights: columns padded to eight, each with bias and slope, in panels and separately, and
  /// perhaps a mask.
  package static func packedByteCount(columns: Int, depth: Int) -> Int {
    saturatingProduct((columns + 7) / 8 * 8, depth + 6, 4)
  }

  /// Whether kernels can keep filters of halves: elsewhere they become floats at once.
  package static var packsHalves: Bool {
    #if arch(x86_64)
      true
    #else
      false
    #endif
  }

  package typealias Candidate = KernelCandidate<Problem, any RowProductKernel>

  /// OpenBLAS pays if a call has enough rows to amortize its packing.
  package static let portable = KernelFamily<Problem, any RowProductKernel>(
    "matrix multiply", kernels: blas + [vectors, reference])

  static let vectors = Candidate(
    .simd, make: { problem, weights, _ in SIMDMatrixMultiply(problem, weights) })
  static let reference = Candidate(
    .reference, make: { problem, weights, _ in ReferenceMatrixMultiply(problem, weights) })

  #if OpenBLAS
    static let blas = [
      Candidate(
        .blas, supports: { $0.segmentCount == 1 && OpenBLAS.shared != nil },
        pays: { $0.rows >= 16 && $0.depth >= 16 && $0.columns >= 16 },
        make: { problem, weights, _ in OpenBLAS.shared.map { BLASMatrixMultiply(problem, weights, $0) } })
    ]
  #else
    static let blas: [Candidate] = []
  #endif
}

/// A product's rows in the units of its kernel. Inputs: rows, and the addend, if any.
package final class MatrixRows: UnitKernel {
  private let problem: MatrixMultiply.Problem
  private let kernel: any RowProductKernel
  /// Floats between rows.
  private let inputStride: Int, outputStride: Int

  /// Strides are in floats; by default, those of the product.
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
  package var isEmitted: Bool { kernel.isEmitted && kernel.takesAnyRows }
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

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
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
