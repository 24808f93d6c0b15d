/// Plain loops that define ``DepthwiseConvolution`` of floats; a pixel's channels accumulate side by side.
final class ReferenceDepthwiseConvolution: DepthwiseConvolutionKernel {
  let problem: DepthwiseConvolution.Problem
  let filter: AlignedBuffer
  let epilogue: Epilogue

  var memory: [any KernelMemory] { [filter] + epilogue.memory }
  var unitCount: Int { problem.rowCount }
  var elementsPerUnit: Int? { problem.window.outputWidth * problem.channels * problem.multiplier }

  init(_ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    let count = problem.tapCount * problem.channels * problem.multiplier
    filter = AlignedBuffer(UnsafeBufferPointer(start: weights.filter, count: count), paddedTo: 1)
    epilogue = weights.epilogue
  }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let window = problem.window
    let channels = problem.channels
    let outputChannels = channels * problem.multiplier
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = operands.input(0) + picture * window.inputHeight * window.inputWidth * channels
      for x in 0..<window.outputWidth {
        let target = operands.output() + (unit * window.outputWidth + x) * outputChannels
        target.update(repeating: 0, count: outputChannels)
        var taps = UnsafePointer(filter.pointer)
        for ky in 0..<window.filterHeight {
          for kx in 0..<window.filterWidth {
            let row = window.firstRow(y) + ky * window.dilationY
            let column = window.firstColumn(x) + kx * window.dilationX
            let source = pixels + (row * window.inputWidth + column) * channels
            if !window.contains(row: row, column: column) {
              for o in 0..<outputChannels { target[o] += 0 * taps[o] }
            } else if problem.multiplier == 1 {
              for o in 0..<channels { target[o] += source[o] * taps[o] }
            } else {
              for o in 0..<outputChannels { target[o] += source[o / problem.multiplier] * taps[o] }
            }
            taps += outputChannels
          }
        }
        for o in 0..<outputChannels { target[o] = epilogue.finish(target[o], channel: o) }
      }
    }
  }
}
