/// The plain loops that define ``Convolution``; a unit is an output row.
struct ReferenceConvolution: ConvolutionKernel {
  let problem: Convolution.Problem
  let filter: AlignedBuffer
  let epilogue: Epilogue

  var hasAddend: Bool { problem.hasAddend }
  var memory: [any KernelMemory] { [filter] + epilogue.memory }
  var unitCount: Int { problem.batch * problem.window.outputHeight }
  var elementsPerUnit: Int? { problem.window.outputWidth * problem.outputChannels }
  var scratchCount: Int { 0 }

  init(_ problem: Convolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    filter = AlignedBuffer(
      UnsafeBufferPointer(start: weights.filter, count: problem.outputChannels * problem.depth), paddedTo: 1)
    epilogue = weights.epilogue
  }

  func run(
    units: Range<Int>, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) {
    let window = problem.window
    let channels = problem.inputChannels
    let groupChannels = channels / problem.groups, groupOutputs = problem.outputChannels / problem.groups
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * window.inputWidth * channels
      for x in 0..<window.outputWidth {
        let place = (unit * window.outputWidth + x) * problem.outputChannels
        for o in 0..<problem.outputChannels {
          var sum: Float = 0
          for ky in 0..<window.filterHeight {
            for kx in 0..<window.filterWidth {
              let row = window.firstRow(y) + ky * window.dilationY
              let column = window.firstColumn(x) + kx * window.dilationX
              let taps = filter.pointer + ((o * window.filterHeight + ky) * window.filterWidth + kx) * groupChannels
              guard window.contains(row: row, column: column) else {
                for i in 0..<groupChannels { sum += 0 * taps[i] }
                continue
              }
              let source = pixels + (row * window.inputWidth + column) * channels + o / groupOutputs * groupChannels
              for i in 0..<groupChannels { sum += source[i] * taps[i] }
            }
          }
          output[place + o] = epilogue.finish(sum, channel: o, addend: addend?[place + o])
        }
      }
    }
  }
}
