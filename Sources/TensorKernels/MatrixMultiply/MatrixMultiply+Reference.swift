/// The plain loops that define ``MatrixMultiply``.
struct ReferenceMatrixMultiply: MatrixMultiplyKernel {
  let problem: MatrixMultiply.Problem
  let filter: AlignedBuffer
  let epilogue: Epilogue

  var rowsPerUnit: Int { 16 }

  init(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights) {
    self.problem = problem
    filter = AlignedBuffer(
      UnsafeBufferPointer(start: weights.filter, count: problem.columns * problem.depth), paddedTo: 1)
    epilogue = weights.epilogue
  }

  func run(
    rows: Int, input: UnsafePointer<Float>, inputStride: Int, output: UnsafeMutablePointer<Float>, outputStride: Int
  ) {
    for m in 0..<rows {
      for n in 0..<problem.columns {
        var sum: Float = 0
        for k in 0..<problem.depth {
          sum += input[m * inputStride + k] * filter.pointer[n * problem.depth + k]
        }
        output[m * outputStride + n] = epilogue.finish(sum, channel: n)
      }
    }
  }
}
