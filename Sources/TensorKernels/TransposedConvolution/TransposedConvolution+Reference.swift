/// The plain loops that define ``TransposedConvolution``.
struct ReferenceTransposedConvolution: TransposedConvolutionKernel {
  let problem: TransposedConvolution.Problem
  let filter: AlignedBuffer
  let epilogue: Epilogue

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
      for x in 0..<problem.outputWidth {
        for o in 0..<problem.outputChannels {
          var sum: Float = 0
          for ky in 0..<problem.filterHeight {
            guard let row = source(y + problem.paddingTop - ky, problem.strideY, problem.inputHeight) else { continue }
            for kx in 0..<problem.filterWidth {
              guard let column = source(x + problem.paddingLeft - kx, problem.strideX, problem.inputWidth) else {
                continue
              }
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

  /// The input index that a distance from the first window's start is a whole number of strides to.
  private func source(_ distance: Int, _ stride: Int, _ extent: Int) -> Int? {
    guard distance >= 0, distance.isMultiple(of: stride), distance / stride < extent else { return nil }
    return distance / stride
  }
}
