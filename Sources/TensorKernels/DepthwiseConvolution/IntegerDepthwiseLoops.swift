extension DepthwiseConvolution {
  /// Plain loops that define the convolution of integers; nil if the weights have no integers.
  static func integerLoops(_ problem: Problem, _ weights: Weights) -> LoopKernel? {
    Int16DepthwiseWeights(weights, problem).map { int16Loops(problem, $0) }
      ?? ByteDepthwiseWeights(weights, problem).map { byteLoops(problem, $0) }
  }

  private static func int16Loops(_ problem: Problem, _ weights: Int16DepthwiseWeights) -> LoopKernel {
    let (filter, scales, bias) = (weights.filter.values, weights.scales, weights.bias)
    return LoopKernel(problem.rowCount, heldByteCount: filter.count * 2 + scales.byteCount + bias.byteCount) {
      let input = $1.inputBytes(0).assumingMemoryBound(to: Int16.self), output = $1.output(as: Int16.self)
      problem.forEachSum(
        $0, product: { Int32(input[$0]) &* Int32(filter[$1 * problem.tapCount + $2]) }
      ) { place, channel, sum in
        let value = bias.pointer[channel].addingProduct(Float(sum), scales.pointer[channel])
        output[place] = BoundedInt16.terms.integer(value)
      }
    }
  }

  private static func byteLoops(_ problem: Problem, _ weights: ByteDepthwiseWeights) -> LoopKernel {
    LoopKernel(problem.rowCount, heldByteCount: weights.byteCount) {
      let input = $1.inputBytes(0).assumingMemoryBound(to: UInt8.self), output = $1.output(as: UInt8.self)
      problem.forEachSum(
        $0, product: { weights.input.integer(input[$0]) &* Int32(weights.filter[$2 * problem.channels + $1]) }
      ) { place, channel, sum in output[place] = weights.byte(sum, channel: channel) }
    }
  }
}

extension DepthwiseConvolution.Problem {
  /// Calls `body` for each output of some rows, counted over all pictures.
  ///
  /// - Parameter product: an input element times a channel's weight.
  @inline(__always)
  fileprivate func forEachSum(
    _ rows: Range<Int>, product: (_ input: Int, _ channel: Int, _ tap: Int) -> Int32,
    _ body: (_ output: Int, _ channel: Int, _ sum: Int32) -> Void
  ) {
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      for x in 0..<window.outputWidth {
        for channel in 0..<channels {
          var sum: Int32 = 0
          for ky in window.rowTaps(y) {
            for kx in window.columnTaps(x) {
              let row = picture * window.inputHeight + window.firstRow(y) + ky * window.dilationY
              let column = window.firstColumn(x) + kx * window.dilationX
              let input = (row * window.inputWidth + column) * channels + channel
              sum &+= product(input, channel, ky * window.filterWidth + kx)
            }
          }
          body((line * window.outputWidth + x) * channels + channel, channel, sum)
        }
      }
    }
  }
}
