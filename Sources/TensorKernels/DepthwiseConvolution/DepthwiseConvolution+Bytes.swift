extension DepthwiseConvolution {
  static let byteKernels: [Candidate] = [
    Candidate(
      .simd, form: "bytes", elements: [.int8, .uint8],
      make: { problem, weights, _ in
        ByteDepthwiseWeights(weights, problem).map { ByteDepthwiseRows(problem, $0) }
      })
  ]
}

package struct ByteDepthwiseWeights: Sendable {
  package let input: ByteRange, output: ByteRange
  package let filter: [Int16]
  package let requantization: Requantization.Weights

  /// Nil unless all are of bytes.
  package init?(_ weights: DepthwiseConvolution.Weights, _ problem: DepthwiseConvolution.Problem) {
    guard case .bytes(let filter, let requantization) = weights, case .bytes(let input, let output) = problem.elements
    else { return nil }
    (self.filter, self.requantization, self.input, self.output) = (filter, requantization, input, output)
  }

  var byteCount: Int { filter.count * 2 + requantization.bias.count * 16 }

  /// The byte of a sum without the bias.
  @inline(__always)
  func byte(_ sum: Int32, channel: Int) -> UInt8 {
    output.byte(requantization.factors[channel].product(requantization.bias[channel] &+ sum))
  }
}

/// Accumulates all channels of a pixel side by side, which the compiler vectorizes.
private final class ByteDepthwiseRows: DepthwiseConvolutionKernel {
  let problem: DepthwiseConvolution.Problem
  private let weights: ByteDepthwiseWeights

  init(_ problem: DepthwiseConvolution.Problem, _ weights: ByteDepthwiseWeights) {
    (self.problem, self.weights) = (problem, weights)
  }

  var unitCount: Int { problem.rowCount }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { weights.byteCount }
  var scratchCount: Int { problem.channels }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    if weights.input.isSigned {
      run(units, operands.inputBytes(0).assumingMemoryBound(to: Int8.self), operands)
    } else {
      run(units, operands.inputBytes(0).assumingMemoryBound(to: UInt8.self), operands)
    }
  }

  @inline(__always)
  private func run<Byte: FixedWidthInteger>(
    _ units: Range<Int>, _ input: UnsafePointer<Byte>, _ operands: KernelOperands
  ) {
    let output = operands.output(as: UInt8.self)
    let (window, channels) = (problem.window, problem.channels)
    let sums = UnsafeMutableRawPointer(operands.scratch).assumingMemoryBound(to: Int32.self)
    // In 16 bits, which compilers multiply to 32.
    let zeroPoint = Int16(weights.input.zeroPoint)
    weights.filter.withUnsafeBufferPointer { filter in
      guard let filter = filter.baseAddress else { return }
      for unit in units {
        let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
        let pixels = input + picture * window.inputHeight * window.inputWidth * channels
        for x in 0..<window.outputWidth {
          for channel in 0..<channels { sums[channel] = 0 }
          for ky in window.rowTaps(y) {
            for kx in window.columnTaps(x) {
              let row = window.firstRow(y) + ky * window.dilationY
              let column = window.firstColumn(x) + kx * window.dilationX
              let pixel = pixels + (row * window.inputWidth + column) * channels
              // Indexed from zero: offset sums would need overflow checks, which prevent vectorization.
              let tap = filter + (ky * window.filterWidth + kx) * channels
              for channel in 0..<channels {
                let value = Int16(truncatingIfNeeded: pixel[channel]) &- zeroPoint
                sums[channel] &+= Int32(value) &* Int32(tap[channel])
              }
            }
          }
          let target = output + (unit * window.outputWidth + x) * channels
          for channel in 0..<channels { target[channel] = weights.byte(sums[channel], channel: channel) }
        }
      }
    }
  }
}
