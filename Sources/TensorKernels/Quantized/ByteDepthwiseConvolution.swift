import MachineCode

/// Integer depthwise convolution of quantized bytes.
///
///     output[b, y, x, c] = limits(zeroPoint + factor[c] · (bias[c] +
///         Σ ky, kx  (input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, c] − inputZero) · filter[ky, kx, c]))
///
/// Taps outside the input count as zero. Weights minus their zero point are 9-bit signed. Sums are exact, so all
/// kernels agree. Results round twice, like ``FixedPointMultiplier/product(_:)``.
package enum ByteDepthwiseConvolution {
  package struct Problem: KernelProblem {
    package typealias Weights = ByteDepthwiseConvolution.Weights

    package let depthwise: DepthwiseConvolution.Problem
    package let input: ByteRange, output: ByteRange

    /// - Precondition: the channel multiplier is 1.
    package init(_ depthwise: DepthwiseConvolution.Problem, input: ByteRange, output: ByteRange) {
      precondition(depthwise.multiplier == 1, "each channel has one filter")
      (self.depthwise, self.input, self.output) = (depthwise, input, output)
    }

    package var element: NumberType { output.element }

    /// Whether emitted code supports it, and may be used.
    package func pays(requested: KernelProvider?) -> Bool {
      family.choice(for: self, requested: requested).provider == .machineCode
    }

    package var multiplyAdds: Int {
      let window = depthwise.window
      return saturatingProduct(
        depthwise.batch, window.outputHeight, window.outputWidth, depthwise.channels, window.filterHeight,
        window.filterWidth)
    }

    package var packedByteCount: Int {
      let border = depthwise.window.inputWidth * depthwise.channels
      let constants = (depthwise.channels + 16) * MemoryLayout<ByteRowCode.Channels>.stride / 16
      let interleaved =
        InterleavedByteLayout.supports(self) ? InterleavedByteLayout(self).weightsByteCount * 4 : 0
      // Constants of the two emitted row routines, or of interleaved rows.
      return max(depthwise.packedByteCount + constants, interleaved) + border + 8192
    }
  }

  package struct Weights: Sendable {
    /// Ordered by row, column, channel.
    let filter: [Int16]
    let factors: [FixedPointMultiplier]
    let bias: [Int32]

    /// - Parameters:
    ///   - factors: one for each channel, or one for all.
    ///   - bias: one for each channel, or nil for none.
    package init(filter: [Int16], factors: [FixedPointMultiplier], bias: [Int32]?, channels: Int) {
      let requantization = Requantization.Weights(factors: factors, bias: bias, channels: channels)
      (self.filter, self.factors, self.bias) = (
        filter, requantization.factors, requantization.bias
      )
    }
  }

  /// A unit is an output row or a band of them.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "byte depthwise convolution",
    kernels: [
      KernelCandidate(
        .machineCode, form: "interleaved", elements: [.int8, .uint8], supports: { InterleavedByteLayout.supports($0) },
        make: { InterleavedByteDepthwise($0, $1, $2) }),
      KernelCandidate(
        .machineCode, elements: [.int8, .uint8], supports: { MachineByteDepthwiseConvolution.supports($0) },
        make: { MachineByteDepthwiseConvolution($0, $1, $2) }),
      KernelCandidate(
        .simd, elements: [.int8, .uint8], make: { problem, weights, _ in ByteDepthwiseRows(problem, weights) }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8], make: { problem, weights, _ in ByteDepthwiseLoops(problem, weights) }),
    ])
}

/// Plain loops that define the operation. A unit is a row.
private final class ByteDepthwiseLoops: UnitKernel {
  let problem: ByteDepthwiseConvolution.Problem
  private let weights: ByteDepthwiseConvolution.Weights

  init(_ problem: ByteDepthwiseConvolution.Problem, _ weights: ByteDepthwiseConvolution.Weights) {
    (self.problem, self.weights) = (problem, weights)
  }

  var unitCount: Int { problem.depthwise.batch * problem.depthwise.window.outputHeight }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { weights.filter.count * 2 + weights.bias.count * 16 }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let input = operands.inputBytes(0).assumingMemoryBound(to: UInt8.self), output = operands.output(as: UInt8.self)
    let (window, channels) = (problem.depthwise.window, problem.depthwise.channels)
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * window.inputWidth * channels
      for x in 0..<window.outputWidth {
        for channel in 0..<channels {
          var sum = weights.bias[channel]
          for ky in window.rowTaps(y) {
            for kx in window.columnTaps(x) {
              let row = window.firstRow(y) + ky * window.dilationY
              let column = window.firstColumn(x) + kx * window.dilationX
              let value = problem.input.integer(pixels[(row * window.inputWidth + column) * channels + channel])
              sum &+= value &* Int32(weights.filter[(ky * window.filterWidth + kx) * channels + channel])
            }
          }
          output[(unit * window.outputWidth + x) * channels + channel] = problem.output.byte(
            weights.factors[channel].product(sum))
        }
      }
    }
  }
}

/// Accumulates all channels of a pixel side by side, which the compiler vectorizes.
private final class ByteDepthwiseRows: UnitKernel {
  let problem: ByteDepthwiseConvolution.Problem
  private let weights: ByteDepthwiseConvolution.Weights

  init(_ problem: ByteDepthwiseConvolution.Problem, _ weights: ByteDepthwiseConvolution.Weights) {
    (self.problem, self.weights) = (problem, weights)
  }

  var unitCount: Int { problem.depthwise.batch * problem.depthwise.window.outputHeight }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { weights.filter.count * 2 + weights.bias.count * 16 }
  var scratchCount: Int { problem.depthwise.channels }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    if problem.input.isSigned {
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
    let (window, channels) = (problem.depthwise.window, problem.depthwise.channels)
    let sums = UnsafeMutableRawPointer(operands.scratch).assumingMemoryBound(to: Int32.self)
    // In 16 bits, which compilers multiply to 32.
    let zeroPoint = Int16(problem.input.zeroPoint)
    weights.filter.withUnsafeBufferPointer { filter in
      guard let filter = filter.baseAddress else { return }
      for unit in units {
        let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
        let pixels = input + picture * window.inputHeight * window.inputWidth * channels
        for x in 0..<window.outputWidth {
          for channel in 0..<channels { sums[channel] = weights.bias[channel] }
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
          for channel in 0..<channels {
            target[channel] = problem.output.byte(weights.factors[channel].product(sums[channel]))
          }
        }
      }
    }
  }
}
