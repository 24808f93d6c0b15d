/// Plain loops that define ``Convolution``; a unit is an output row.
///
/// A pixel's channels accumulate side by side, so that the compiler vectorizes them without changing the order of each
/// sum's terms.
final class ReferenceConvolution: UnitKernel {
  let problem: Convolution.Problem
  /// A tap's output channels are contiguous.
  let filter: AlignedBuffer
  let epilogue: Epilogue

  var memory: [any KernelMemory] { [filter] + epilogue.memory }
  var unitCount: Int { problem.batch * problem.window.outputHeight }
  var elementsPerUnit: Int? { problem.window.outputWidth * problem.outputChannels }
  var scratchCount: Int { problem.outputChannels }

  init(_ problem: Convolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    filter = AlignedBuffer(transposing: weights.filter, rows: problem.outputChannels, columns: problem.depth)
    epilogue = weights.epilogue
  }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let operands = Convolution.Operands(operands, hasAddend: problem.hasAddend)
    let (input, addend, output, scratch) = (operands.input, operands.addend, operands.output, operands.scratch)
    let window = problem.window
    let channels = problem.inputChannels, outputs = problem.outputChannels
    let groupChannels = channels / problem.groups, groupOutputs = outputs / problem.groups
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * window.inputWidth * channels
      for x in 0..<window.outputWidth {
        scratch.update(repeating: 0, count: outputs)
        var taps = UnsafePointer(filter.pointer)
        for ky in 0..<window.filterHeight {
          for kx in 0..<window.filterWidth {
            let row = window.firstRow(y) + ky * window.dilationY
            let column = window.firstColumn(x) + kx * window.dilationX
            let isInside = window.contains(row: row, column: column)
            for i in 0..<groupChannels {
              for group in 0..<problem.groups {
                let place = (row * window.inputWidth + column) * channels + group * groupChannels + i
                let value = isInside ? pixels[place] : 0
                for o in group * groupOutputs..<(group + 1) * groupOutputs { scratch[o] += value * taps[o] }
              }
              taps += outputs
            }
          }
        }
        let place = (unit * window.outputWidth + x) * outputs
        for o in 0..<outputs {
          output[place + o] = epilogue.finish(scratch[o], channel: o, addend: addend?[place + o])
        }
      }
    }
  }
}
