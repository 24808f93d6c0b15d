#if OpenBLAS
  import COpenBLAS

  /// The product through OpenBLAS's `cblas_sgemm`, then bias and activation in a second pass over the rows.
  ///
  /// OpenBLAS is told to use one thread, for the whole process: this package cuts the work itself.
  struct BLASMatrixMultiply: MatrixMultiplyKernel {
    let problem: MatrixMultiply.Problem
    let filter: AlignedBuffer
    let epilogue: Epilogue
    let rowsPerUnit: Int

    private static let oneThread: Void = openblas_set_num_threads(1)

    init(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights) {
      _ = Self.oneThread
      self.problem = problem
      filter = AlignedBuffer(
        UnsafeBufferPointer(start: weights.filter, count: problem.columns * problem.depth), paddedTo: 1)
      epilogue = weights.epilogue
      // Few, large calls: each one packs the filter anew.
      let parts = problem.rows >= 768 ? 8 : (problem.rows >= 96 ? 2 : 1)
      rowsPerUnit = max((problem.rows + parts - 1) / parts + 23, 24) / 24 * 24
    }

    func run(
      rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
    ) {
      let inputStride = problem.inputStride
      let outputStride = problem.outputStride
      guard rows > 0, problem.columns > 0 else { return }
      if problem.depth > 0 {
        cblas_sgemm(
          CblasRowMajor, CblasNoTrans, CblasTrans,
          blasint(rows), blasint(problem.columns), blasint(problem.depth),
          1, input, blasint(max(inputStride, problem.depth)), filter.pointer, blasint(problem.depth),
          0, output, blasint(outputStride))
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
