/// Max pooling of quantized NHWC bytes whose input and output have the same scale.
///
///     output[y, x, c] = limits(max input[y + ky, x + kx, c])     taps outside the input are ignored
///
/// A window without taps gives the lower limit.
package enum ByteMaxPooling {
  package struct Problem: KernelProblem {
    package let batch: Int, channels: Int
    package let window: Window2D
    let range: ByteRange

    package init(batch: Int, channels: Int, window: Window2D, range: ByteRange) {
      (self.batch, self.channels, self.window, self.range) = (batch, channels, window, range)
    }

    package var element: NumberType { range.element }

    /// Output rows of all pictures.
    var rowCount: Int { batch * window.outputHeight }
    var rowLength: Int { window.outputWidth * channels }
    /// XOR mask that orders signed bytes as unsigned ones.
    var flip: UInt8 { range.isSigned ? 0x80 : 0 }

    /// A kernel that runs `run` on ranges of output rows.
    func loop(
      _ run: @escaping @Sendable (Problem, Range<Int>, UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
    ) -> LoopKernel {
      LoopKernel(rowCount, elementsPerUnit: rowLength) { run(self, $0, $1.inputBytes(0), $1.outputBytes()) }
    }
  }

  /// A unit is an output row, counted over all pictures.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "maximum pooling of bytes",
    kernels: [
      KernelCandidate(
        .machineCode, elements: [.int8, .uint8], supports: { MachineByteMaxPooling.supports($0) },
        make: { problem, _, code in MachineByteMaxPooling(problem, code) }),
      KernelCandidate(
        .simd, elements: [.int8, .uint8], supports: { $0.channels >= 16 },
        make: { problem, _, _ in problem.loop { runSIMD($0, $1, $2, $3) } }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8],
        make: { problem, _, _ in problem.loop { runReference($0, $1, $2, $3) } }),
    ])

  private static func runReference(
    _ problem: Problem, _ rows: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    let (window, channels, flip) = (problem.window, problem.channels, problem.flip)
    let (lower, upper) = limits(problem)
    let bytes = input.assumingMemoryBound(to: UInt8.self)
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let (rowTaps, first) = (window.rowTaps(y), picture * window.inputHeight + window.firstRow(y))
      for x in 0..<window.outputWidth {
        for channel in 0..<channels {
          var largest = lower
          for ky in rowTaps {
            for kx in window.columnTaps(x) {
              let pixel = (first + ky) * window.inputWidth + window.firstColumn(x) + kx
              largest = max(largest, bytes[pixel * channels + channel] ^ flip)
            }
          }
          output.storeBytes(
            of: min(largest, upper) ^ flip, toByteOffset: (line * window.outputWidth + x) * channels + channel,
            as: UInt8.self)
        }
      }
    }
  }

  /// 16 channels at a time, so at least that many.
  private static func runSIMD(
    _ problem: Problem, _ rows: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    typealias Vector = SIMD16<UInt8>
    let (window, channels) = (problem.window, problem.channels)
    let flip = Vector(repeating: problem.flip)
    let limits = limits(problem)
    let (lower, upper) = (Vector(repeating: limits.lower), Vector(repeating: limits.upper))
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let (rowTaps, first) = (window.rowTaps(y), picture * window.inputHeight + window.firstRow(y))
      for x in 0..<window.outputWidth {
        let columnTaps = window.columnTaps(x)
        let target = output + (line * window.outputWidth + x) * channels
        var channel = 0
        while channel < channels {
          // The last vector overlaps the previous one.
          channel = min(channel, channels - 16)
          var largest = lower
          for ky in rowTaps {
            let row = (first + ky) * window.inputWidth + window.firstColumn(x)
            for kx in columnTaps {
              let value = (input + ((row + kx) * channels + channel)).loadUnaligned(as: Vector.self) ^ flip
              largest.replace(with: value, where: value .> largest)
            }
          }
          largest.replace(with: upper, where: largest .> upper)
          (target + channel).storeBytes(of: largest ^ flip, as: Vector.self)
          channel += 16
        }
      }
    }
  }

  /// The limits in unsigned order.
  private static func limits(_ problem: Problem) -> (lower: UInt8, upper: UInt8) {
    let range = problem.range
    return (
      UInt8(truncatingIfNeeded: range.lower) ^ problem.flip, UInt8(truncatingIfNeeded: range.upper) ^ problem.flip
    )
  }
}
