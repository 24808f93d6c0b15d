/// Plain loops that define ``TransposedConvolution``.
final class ReferenceTransposedConvolution: UnitKernel {
  let problem: TransposedConvolution.Problem
  let filter: AlignedBuffer
  let epilogue: Epilogue

  var memory: [any KernelMemory] { [filter] + epilogue.memory }
  var unitCount: Int { problem.batch * problem.outputHeight }

  init(_ problem: TransposedConvolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    let count = problem.outputChannels * problem.filterHeight * problem.filterWidth * problem.inputChannels
    filter = AlignedBuffer(UnsafeBufferPointer(start: weights.filter, count: count), paddedTo: 1)
    epilogue = weights.epilogue
  }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let (input, output) = (operands.input(0), operands.output())
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: problem.outputHeight)
      // Taps with integer quotients are a stride apart.
      let (top, strideY) = (y + problem.paddingTop, problem.strideY)
      for x in 0..<problem.outputWidth {
        let (left, strideX) = (x + problem.paddingLeft, problem.strideX)
        for o in 0..<problem.outputChannels {
          var sum: Float = 0
          for ky in stride(from: top % strideY, to: problem.filterHeight, by: strideY) {
            for kx in stride(from: left % strideX, to: problem.filterWidth, by: strideX) {
              let (row, column) = ((top - ky) / strideY, (left - kx) / strideX)
              let channels = problem.inputChannels
              let taps = filter.pointer + ((o * problem.filterHeight + ky) * problem.filterWidth + kx) * channels
              guard (0..<problem.inputHeight).contains(row), (0..<problem.inputWidth).contains(column) else {
                for i in 0..<channels { sum += 0 * taps[i] }
                continue
              }
              let pixel =
                input + ((picture * problem.inputHeight + row) * problem.inputWidth + column) * channels
              for i in 0..<channels { sum += pixel[i] * taps[i] }
            }
          }
          output[(unit * problem.outputWidth + x) * problem.outputChannels + o] = epilogue.finish(sum, channel: o)
        }
      }
    }
  }
}
