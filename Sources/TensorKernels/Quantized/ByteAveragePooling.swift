/// Average pooling of quantized NHWC bytes whose input and output have the same scale.
///
///     output[y, x, c] = limits(Σ input[y + ky, x + kx, c] / taps)     taps outside the input are ignored
///
/// Rounds to nearest, ties away from zero. A window without taps gives zero.
package enum ByteAveragePooling {
  package typealias Problem = ByteMaxPooling.Problem

  /// Fastest first. A unit is an output row, counted over all pictures.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "mean of bytes",
    kernels: [
      KernelCandidate(
        .simd, elements: [.int8, .uint8],
        supports: { $0.channels >= 16 && $0.window.filterHeight <= maxTaps && $0.window.filterWidth <= maxTaps },
        make: { problem, _, _ in problem.loop { runSIMD($0, $1, $2, $3) } }),
      KernelCandidate(
        .reference, elements: [.int8, .uint8],
        make: { problem, _, _ in problem.loop { runReference($0, $1, $2, $3) } }),
    ])

  /// Max taps per row, whose sum fits in 16 bits, and per column, so that float quotients round correctly.
  private static let maxTaps = 64

  private static func runReference(
    _ problem: Problem, _ rows: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    let (window, channels, range) = (problem.window, problem.channels, problem.range)
    // With zero point 0, integers are the bytes themselves.
    let plain = ByteRange(isSigned: range.isSigned, zeroPoint: 0)
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let (rowTaps, first) = (window.rowTaps(y), picture * window.inputHeight + window.firstRow(y))
      for x in 0..<window.outputWidth {
        let columnTaps = window.columnTaps(x)
        let count = rowTaps.count * columnTaps.count
        for channel in 0..<channels {
          var sum = 0
          for ky in rowTaps {
            for kx in columnTaps {
              let pixel = (first + ky) * window.inputWidth + window.firstColumn(x) + kx
              sum += Int(plain.integer(input.load(fromByteOffset: pixel * channels + channel, as: UInt8.self)))
            }
          }
          let mean = count == 0 ? 0 : (sum > 0 ? sum + count / 2 : sum - count / 2) / count
          output.storeBytes(
            of: UInt8(truncatingIfNeeded: max(Int(range.lower), min(mean, Int(range.upper)))),
            toByteOffset: (line * window.outputWidth + x) * channels + channel, as: UInt8.self)
        }
      }
    }
  }

  /// 16 channels at a time, so at least that many.
  private static func runSIMD(
    _ problem: Problem, _ rows: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    typealias Bytes = SIMD16<UInt8>
    let (window, channels) = (problem.window, problem.channels)
    let flip = Bytes(repeating: problem.flip)
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: window.outputHeight)
      let (rowTaps, first) = (window.rowTaps(y), picture * window.inputHeight + window.firstRow(y))
      for x in 0..<window.outputWidth {
        let columnTaps = window.columnTaps(x)
        let target = output + (line * window.outputWidth + x) * channels
        let count = Int32(rowTaps.count * columnTaps.count)
        var channel = 0
        while channel < channels {
          // The last vector overlaps the previous one.
          channel = min(channel, channels - 16)
          var sums = SIMD16<UInt32>.zero
          for ky in rowTaps {
            let row = (first + ky) * window.inputWidth + window.firstColumn(x)
            var rowSums = SIMD16<UInt16>.zero
            for kx in columnTaps {
              let bytes = (input + ((row + kx) * channels + channel)).loadUnaligned(as: Bytes.self) ^ flip
              rowSums &+= SIMD16<UInt16>(truncatingIfNeeded: bytes)
            }
            sums &+= SIMD16<UInt32>(truncatingIfNeeded: rowSums)
          }
          // Flipped bytes are 128 larger.
          let signed = SIMD16<Int32>(truncatingIfNeeded: sums) &- Int32(problem.flip) &* count
          let (low, high) = (signed.lowHalf, signed.highHalf)
          let means = SIMD16<Int32>(
            lowHalf: SIMD8(
              lowHalf: means(low.lowHalf, count, problem.range), highHalf: means(low.highHalf, count, problem.range)),
            highHalf: SIMD8(
              lowHalf: means(high.lowHalf, count, problem.range), highHalf: means(high.highHalf, count, problem.range)))
          (target + channel).storeBytes(of: Bytes(truncatingIfNeeded: means), as: Bytes.self)
          channel += 16
        }
      }
    }
  }

  /// Divides sums by a count of at most 4096, rounding to nearest, ties away from zero. Four lanes, since the compiler
  /// splits wider comparisons.
  @inline(__always)
  private static func means(_ sums: SIMD4<Int32>, _ count: Int32, _ range: ByteRange) -> SIMD4<Int32> {
    let sign = sums &>> 31
    let magnitudes = (sums ^ sign) &- sign &+ count / 2
    // Adding one of these leaves the integer in a float's low bits.
    let shift = SIMD4<Float>(repeating: 0x1p23), roundingShift = SIMD4<Float>(repeating: 0x1.8p23)
    func bits(_ floats: SIMD4<Float>) -> SIMD4<Int32> { unsafeBitCast(floats, to: SIMD4<Int32>.self) }
    let numbers = unsafeBitCast(magnitudes | bits(shift), to: SIMD4<Float>.self) - shift
    let quotients = bits(numbers / Float(max(count, 1)) - 0.4998 + roundingShift) &- bits(roundingShift)
    var means = (quotients ^ sign) &- sign
    means.replace(with: range.lower, where: means .< range.lower)
    means.replace(with: range.upper, where: means .> range.upper)
    return means
  }
}
