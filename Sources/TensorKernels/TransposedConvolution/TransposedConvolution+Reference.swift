/// The plain loops that define ``TransposedConvolution``.
struct ReferenceTransposedConvolution: TransposedConvolutionKernel {
  let problem: TransposedConvolution.Problem
  let filter: AlignedBuffer
  let epilogue: Epilogue

  var memory: [any KernelMemory] { [filter] + epilogue.memory }
  var unitCount: Int { problem.batch * problem.outputHeight }
  var scratchCount: Int { 0 }

  init(_ problem: TransposedConvolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    let count = problem.outputChannels * problem.filterHeight * problem.filterWidth * problem.inputChannels
    filter = AlignedBuffer(UnsafeBufferPointer(start: weights.filter, count: count), paddedTo: 1)
    epilogue = weights.epilogue
  }

  func run(
    units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: problem.outputHeight)
      let rowTaps = Self.taps(
        y + problem.paddingTop, stride: problem.strideY, input: problem.inputHeight, filter: problem.filterHeight)
      for x in 0..<problem.outputWidth {
        let columnTaps = Self.taps(
          x + problem.paddingLeft, stride: problem.strideX, input: problem.inputWidth, filter: problem.filterWidth)
        for o in 0..<problem.outputChannels {
          var sum: Float = 0
          for ky in rowTaps {
            let row = (y + problem.paddingTop - ky) / problem.strideY
            for kx in columnTaps {
              let column = (x + problem.paddingLeft - kx) / problem.strideX
              let channels = problem.inputChannels
              let pixel =
                input + ((picture * problem.inputHeight + row) * problem.inputWidth + column) * channels
              let taps = filter.pointer + ((o * problem.filterHeight + ky) * problem.filterWidth + kx) * channels
              for i in 0..<channels { sum += pixel[i] * taps[i] }
            }
          }
          output[(unit * problem.outputWidth + x) * problem.outputChannels + o] = epilogue.finish(sum, channel: o)
        }
      }
    }
  }

  /// The taps over an input pixel, a stride apart, at a distance from the first window's start.
  private static func taps(_ distance: Int, stride step: Int, input: Int, filter: Int) -> StrideTo<Int> {
    let first = max(distance - (input - 1) * step, distance % step)
    return stride(from: first, to: input > 0 ? min(filter, distance + 1) : 0, by: step)
  }
}
