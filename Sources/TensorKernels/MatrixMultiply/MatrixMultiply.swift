/// Rows times a constant matrix, the shape of 1×1 convolutions and dense layers.
///
///     output[m, n] = activation(Σk input[m, k] · filter[n, k] + bias[n])
///
/// `filter` is TFLite's layout: one row of `depth` weights for each output column.
package enum MatrixMultiply {
  /// What a kernel may specialise on.
  package struct Problem: Sendable, Hashable {
    /// Rows of the input, `m`.
    package let rows: Int
    /// Columns of the output, `n`.
    package let columns: Int
    /// Terms of each sum, `k`.
    package let depth: Int

    /// A product of `rows` × `depth` by `depth` × `columns`.
    package init(rows: Int, columns: Int, depth: Int) {
      self.rows = rows
      self.columns = columns
      self.depth = depth
    }
  }

  /// Fastest first on the machines measured; OpenBLAS pays where a call has enough rows to hide its packing.
  package static let kernels: [KernelCandidate<Problem, any MatrixMultiplyKernel>] = {
    var list: [KernelCandidate<Problem, any MatrixMultiplyKernel>] = []
    #if OpenBLAS
      list.append(
        KernelCandidate(
          provider: .blas, pays: { $0.rows >= 16 && $0.depth >= 16 && $0.columns >= 16 },
          make: { BLASMatrixMultiply($0, $1) }))
    #endif
    list.append(KernelCandidate(provider: .simd, make: { SIMDMatrixMultiply($0, $1) }))
    list.append(KernelCandidate(provider: .reference, make: { ReferenceMatrixMultiply($0, $1) }))
    return list
  }()
}

/// A matrix product with its weights packed.
package protocol MatrixMultiplyKernel: Sendable {
  /// Rows that one call should get: the unit by which work is cut for threads, a property of the problem alone,
  /// so that results do not depend on the number of threads.
  var rowsPerUnit: Int { get }

  /// Computes `rows` rows. Strides are in elements, from one row to the next.
  func run(
    rows: Int, input: UnsafePointer<Float>, inputStride: Int, output: UnsafeMutablePointer<Float>, outputStride: Int)
}
