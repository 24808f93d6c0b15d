/// Plain loops that define ``MatrixMultiply``.
final class ReferenceMatrixMultiply: RowProductKernel {
  let problem: MatrixMultiply.Problem
  let filter: AlignedBuffer
  let epilogue: Epilogue

  var rowsPerUnit: Int { 16 }
  var takesAnyRows: Bool { false }
  var memory: [any KernelMemory] { [filter] + epilogue.memory }

  init(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights) {
    self.problem = problem
    filter = AlignedBuffer(
      UnsafeBufferPointer(start: weights.filter, count: problem.columns * problem.depth), paddedTo: 1)
    epilogue = weights.epilogue
  }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    let inputStride = problem.inputStride
    let outputStride = problem.outputStride
    let length = problem.segmentLength
    for m in 0..<rows {
      for n in 0..<problem.columns {
        var sum: Float = 0
        for k in 0..<problem.depth {
          let place = length == 0 ? 0 : k / length * problem.segmentStride + k % length
          sum += input[m * inputStride + place] * filter.pointer[n * problem.depth + k]
        }
        let place = m * outputStride + n
        output[place] = epilogue.finish(sum, channel: n, addend: addend?[place])
      }
    }
  }
}
