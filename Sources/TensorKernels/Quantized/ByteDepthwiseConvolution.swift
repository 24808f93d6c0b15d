import MachineCode

/// Convolution of each channel of quantized bytes with its own filter, to quantized bytes, in integers.
///
///     output[b, y, x, c] = limits(zeroPoint + factor[c] · (bias[c] +
///         Σ ky, kx  (input[b, y·sy + ky·dy − top, x·sx + kx·dx − left, c] − inputZero) · filter[ky, kx, c]))
///
/// Taps outside the input stand for zero. Filters are relative to their zero point, 9 bits with a sign. Sums are exact,
/// so all kernels give the same. Products with factors are rounded twice, like ``FixedPointMultiplier/product(_:)``.
package enum ByteDepthwiseConvolution {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package typealias Weights = ByteDepthwiseConvolution.Weights

    /// The pictures and the window; one filter per channel.
    package let depthwise: DepthwiseConvolution.Problem
    let input: ByteRange, output: ByteRange

    /// - Precondition: the multiplier of the channels is 1.
    package init(_ depthwise: DepthwiseConvolution.Problem, input: ByteRange, output: ByteRange) {
      precondition(depthwise.multiplier == 1, "each channel has one filter")
      (self.depthwise, self.input, self.output) = (depthwise, input, output)
    }

    package var element: NumberType { output.element }

    /// Whether code is emitted for it.
    package var pays: Bool {
      InterleavedByteLayout.supports(self) || MachineByteDepthwiseConvolution.supports(self)
    }

    /// Multiply-adds of all sums.
    package var multiplyAdds: Int {
      let window = depthwise.window
      return depthwise.batch * window.outputHeight * window.outputWidth * depthwise.channels * window.filterHeight
        * window.filterWidth
    }

    /// Bytes that kernels hold.
    package var packedByteCount: Int {
      let border = depthwise.window.inputWidth * depthwise.channels
      let constants = (depthwise.channels + 16) * MemoryLayout<ByteRowCode.Channels>.stride / 16
      let interleaved =
        InterleavedByteLayout.supports(self) ? InterleavedByteLayout(self).weightsByteCount * 4 : 0
      // The constants of two rows of code, or those of interleaved rows.
      return max(depthwise.packedByteCount + constants, interleaved) + border + 8192
    }
  }

  /// The constant operands.
  package struct Weights: Sendable {
    /// In the order of rows, columns and channels.
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

  /// Fastest first. A unit is a band of rows of the output, or a row.
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
    ], cases: cases)
}

extension ByteDepthwiseConvolution.Problem {
  package var trial: KernelTrial<ByteDepthwiseConvolution.Weights> {
    let counts = depthwise.window.counts(
      batch: depthwise.batch, channels: depthwise.channels, outputChannels: depthwise.channels)
    let filterCount = depthwise.window.filterHeight * depthwise.window.filterWidth * depthwise.channels
    // Of channels in whole eights, filters fit in bytes.
    let largest = depthwise.channels.isMultiple(of: 8) ? 127 : 255
    return KernelTrial(
      inputs: [TrialTensor(counts.input, input.element, .upTo(255))],
      outputs: [TrialTensor(counts.output, output.element)], multiplyAdds: multiplyAdds,
      weights: { _ in
        ByteDepthwiseConvolution.Weights(
          filter: (0..<filterCount).map { Int16($0 * 7919 % (2 * largest + 1) - largest) },
          factors: (0..<depthwise.channels).map { FixedPointMultiplier(trialFactor($0)) },
          bias: (0..<depthwise.channels).map { trialBias($0) }, channels: depthwise.channels)
      })
  }
}

extension ByteDepthwiseConvolution.Problem {
  // Of some channels, all sums give one byte.

  private func trialFactor(_ channel: Int) -> Double {
    channel % 13 == 12 ? 1e-12 : 0.004 * (1 + Double(channel % 7))
  }

  private func trialBias(_ channel: Int) -> Int32 {
    channel % 13 == 12 ? .max - 10_000_000 : Int32(channel * 7919 % 20011) - 10000
  }
}

extension ByteDepthwiseConvolution {
  static let cases: [KernelCase<Problem>] = {
    func problem(_ batch: Int, _ channels: Int, _ window: Window2D, isSigned: Bool = true) -> Problem {
      Problem(
        DepthwiseConvolution.Problem(batch: batch, channels: channels, multiplier: 1, window: window),
        input: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -5 : 130),
        output: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? 7 : 120, limits: isSigned ? -100...127 : 3...250))
    }
    let beyond = Window2D(input: (4, 5), output: (9, 9), filter: (3, 3), stride: (2, 2), padding: (6, 6))
    return [
      .network("3×3 of a MobileNet at 56×56", problem(1, 128, .same(56, 56, filter: 3))),
      .edge("stride 2, several bands", problem(1, 256, .same(41, 40, filter: 3, stride: 2))),
      .edge("5×5, two pictures, without signs", problem(2, 40, .same(9, 7, filter: 5), isSigned: false)),
      .edge("dilated", problem(1, 24, .same(7, 9, filter: 3, dilation: 2))),
      .edge("dilated, channels in whole vectors", problem(2, 32, .same(7, 9, filter: 3, dilation: 2))),
      .edge("5×5 of two groups of rows", problem(1, 16, .same(8, 7, filter: 5, stride: 2), isSigned: false)),
      .edge("7×7 wider than the picture", problem(1, 48, .same(5, 3, filter: 7))),
      .edge("a picture narrower than the filter", problem(1, 8, .same(3, 2, filter: 5))),
      .edge("pixels of a vector, and some", problem(1, 32, .same(9, 11, filter: 5))),
      .edge("four pixels of a vector, and three", problem(2, 16, .same(5, 7, filter: 3), isSigned: false)),
      .edge("two pixels of 24 channels, and one", problem(1, 24, .same(9, 7, filter: 3))),
      .edge("four pixels of eight channels, and two", problem(1, 8, .same(7, 10, filter: 5), isSigned: false)),
      .edge("a vector and a part of one", problem(1, 88, .same(6, 6, filter: 3, stride: 2))),
      .edge("a vector and nearly a second", problem(1, 120, .same(5, 6, filter: 2))),
      .edge("four rows, a group each", problem(1, 16, .same(5, 6, filter: 4))),
      .edge("six rows, groups three rows apart", problem(1, 32, .same(9, 5, filter: 6))),
      .edge("the most rows, fewer output rows than shifts", problem(2, 16, .same(3, 5, filter: 8, stride: 2))),
      .edge("7×7 of two groups", problem(1, 64, .same(8, 9, filter: 7), isSigned: false)),
      .edge("stride 3, a row and a part of a vector", problem(1, 32, .same(10, 3, filter: 3, stride: 3))),
      .edge("windows outside the picture", problem(1, 16, beyond)),
      .edge("fewer channels than a vector", problem(2, 3, .same(5, 9, filter: 3))),
      .edge("no pictures", problem(0, 8, .same(3, 3, filter: 3))),
      // Code would have a constant of 2^31.
      .edge("the largest stride", problem(1, 32, .same(1, 1, filter: 1, stride: 1 << 24))),
    ]
  }()
}

/// The plain loops that define the operation. A unit is a row.
private struct ByteDepthwiseLoops: UnitKernel {
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

/// The same with the sums of all channels of a pixel side by side, of which the compiler makes vectors.
private struct ByteDepthwiseRows: UnitKernel {
  let problem: ByteDepthwiseConvolution.Problem
  private let weights: ByteDepthwiseConvolution.Weights

  init(_ problem: ByteDepthwiseConvolution.Problem, _ weights: ByteDepthwiseConvolution.Weights) {
    (self.problem, self.weights) = (problem, weights)
  }

  var unitCount: Int { problem.depthwise.batch * problem.depthwise.window.outputHeight }
  var memory: [any KernelMemory] { [] }
  var heldByteCount: Int { weights.filter.count * 2 + weights.bias.count * 16 }
  /// The sums of a pixel.
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
    let zeroPoint = problem.input.zeroPoint
    weights.filter.withUnsafeBufferPointer { filter in
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
              let place = (ky * window.filterWidth + kx) * channels
              for channel in 0..<channels {
                sums[channel] &+=
                  (Int32(truncatingIfNeeded: pixel[channel]) &- zeroPoint) &* Int32(filter[place + channel])
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
