import MachineCode

/// Rows times a constant matrix, the shape of 1×1 convolutions and dense layers.
///
///     output[m, n] = activation(Σk input[m, k] · filter[n, k] + bias[n] (+ addend[m, n]))
///
/// `filter` is TFLite's layout: one row of `depth` weights for each output column. The terms of a row may lie in
/// several segments of memory: those of a picture's patch are one run of pixels for each row of the filter.
package enum MatrixMultiply {
  /// What a kernel may specialise on.
  package struct Problem: Sendable, Hashable {
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
    /// Runs of neighbours that a row's terms lie in, all of one length.
    package let segmentCount: Int
    /// Elements from the start of one run to the start of the next.
    package let segmentStride: Int
    /// Whether another tensor of the output's layout is added before the activation (a residual connection).
    package let hasAddend: Bool

    /// A product of `rows` × `depth` by `depth` × `columns`; without strides, rows follow each other.
    ///
    /// - Precondition: `depth` is a multiple of `segmentCount`.
    package init(
      rows: Int, columns: Int, depth: Int, inputStride: Int? = nil, outputStride: Int? = nil, segmentCount: Int = 1,
      segmentStride: Int = 0, hasAddend: Bool = false
    ) {
      self.rows = rows
      self.columns = columns
      self.depth = depth
      self.inputStride = inputStride ?? depth
      self.outputStride = outputStride ?? columns
      self.segmentCount = segmentCount
      self.segmentStride = segmentStride
      self.hasAddend = hasAddend
    }

    /// Terms of one run.
    var segmentLength: Int { depth / max(segmentCount, 1) }
    /// Whether the filter would push most else out of the second-level cache.
    var filterIsLarge: Bool { columns * depth * 4 > 192 << 10 }
  }

  /// Bytes that a kernel keeps of its weights, at most: columns fill vectors of eight, and each has bias and slope, in
  /// the panels and by themselves, and perhaps a mask.
  package static func packedByteCount(columns: Int, depth: Int) -> Int {
    (columns + 7) / 8 * 8 * (depth + 6) * 4
  }

  /// Fastest first on the machines measured; OpenBLAS pays where a call has enough rows to hide its packing.
  package static let kernels: [KernelCandidate<Problem, any MatrixMultiplyKernel>] = {
    var list: [KernelCandidate<Problem, any MatrixMultiplyKernel>] = []
    list.append(
      KernelCandidate(
        provider: .machineCode, supports: { MachineMatrixMultiply.supports($0) },
        make: { MachineMatrixMultiply.make($0, $1, $2) }))
    #if OpenBLAS
      list.append(
        KernelCandidate(
          provider: .blas, supports: { $0.segmentCount == 1 && OpenBLAS.shared != nil },
          pays: { $0.rows >= 16 && $0.depth >= 16 && $0.columns >= 16 },
          make: { problem, weights, _ in
            guard let library = OpenBLAS.shared else { return SIMDMatrixMultiply(problem, weights) }
            return BLASMatrixMultiply(problem, weights, library)
          }))
    #endif
    list.append(
      KernelCandidate(
        provider: .simd, supports: { $0.segmentCount == 1 },
        make: { problem, weights, _ in SIMDMatrixMultiply(problem, weights) }))
    list.append(
      KernelCandidate(provider: .reference, make: { problem, weights, _ in ReferenceMatrixMultiply(problem, weights) }))
    return list
  }()
}

/// A matrix product with its weights packed.
package protocol MatrixMultiplyKernel: Sendable {
  /// Rows that one call should get: the unit by which work is cut for threads, a property of the problem alone,
  /// so that results do not depend on the number of threads.
  var rowsPerUnit: Int { get }
  /// Whether neighbouring units may come in one call: every row's result is the same in any company.
  var takesAnyRows: Bool { get }

  /// Computes `rows` rows, with the problem's strides. `addend` is there if the problem says so.
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

extension MatrixMultiplyKernel {
  package var takesAnyRows: Bool { false }
}
