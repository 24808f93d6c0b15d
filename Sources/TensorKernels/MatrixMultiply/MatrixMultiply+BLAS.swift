#if OpenBLAS
  /// The product through OpenBLAS's `cblas_sgemm`, then bias and activation in a second pass over the rows.
  final class BLASMatrixMultiply: RowProductKernel {
    let problem: MatrixMultiply.Problem
    let filter: AlignedBuffer
    let epilogue: Epilogue
    let rowsPerUnit: Int
    var takesAnyRows: Bool { false }
    private let library: OpenBLAS

    init(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights, _ library: OpenBLAS) {
      self.library = library
      self.problem = problem
      filter = AlignedBuffer(
        UnsafeBufferPointer(start: weights.filter, count: problem.columns * problem.depth), paddedTo: 1)
      epilogue = weights.epilogue
      // Few calls, since each one packs the filter again.
      let parts = problem.rows >= 768 ? 8 : (problem.rows >= 96 ? 2 : 1)
      rowsPerUnit = max((problem.rows + parts - 1) / parts + 23, 24) / 24 * 24
    }

    var memory: [any KernelMemory] { [filter] + epilogue.memory }

    func run(
      rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
      scratch: UnsafeMutablePointer<Float>
    ) {
      let inputStride = problem.inputStride
      let outputStride = problem.outputStride
      guard rows > 0, problem.columns > 0 else { return }
      if problem.depth > 0 {
        library.multiply(
          rows: rows, columns: problem.columns, depth: problem.depth, input: input,
          inputStride: max(inputStride, problem.depth), filter: filter.pointer, output: output,
          outputStride: outputStride)
      } else {
        for row in 0..<rows { (output + row * outputStride).update(repeating: 0, count: problem.columns) }
      }
      for row in 0..<rows {
        let place = row * outputStride
        epilogue.finish(row: output + place, count: problem.columns, addend: addend.map { $0 + place })
      }
    }
  }
#endif
