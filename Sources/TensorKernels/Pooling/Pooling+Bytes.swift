extension Pooling {
  private typealias Vector = SIMD16<UInt8>

  /// Loops over vectors of quantized bytes.
  static let vectorsOfBytes = [
    KernelCandidate<Problem, any UnitKernel>(
      .simd, form: "maxima of bytes", elements: [.int8, .uint8],
      supports: { $0.operation == .maximum && $0.channels >= 16 },
      make: { problem, _, _ in
        guard case .bytes(let range) = problem.elements else { return nil }
        return problem.loop { runMaxima(problem, range, $0, $1.inputBytes(0), $1.outputBytes()) }
      }),
    KernelCandidate<Problem, any UnitKernel>(
      .simd, form: "averages of bytes", elements: [.int8, .uint8],
      supports: {
        $0.operation == .average && $0.channels >= 16 && $0.window.filterHeight <= maxTaps
          && $0.window.filterWidth <= maxTaps
      },
      make: { problem, _, _ in
        guard case .bytes(let range) = problem.elements else { return nil }
        return problem.loop { runAverages(problem, range, $0, $1.inputBytes(0), $1.outputBytes()) }
      }),
  ]

  /// A window without taps gives the lower limit as its maximum, and zero as its average.
  static func runReference(
    _ problem: Problem, _ range: ByteRange, _ rows: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    let channels = problem.channels
    // With zero point 0, integers are the bytes themselves.
    let plain = ByteRange(isSigned: range.isSigned, zeroPoint: 0)
    problem.forEachPixel(rows) { pixel, taps in
      for channel in 0..<channels {
        var (sum, largest) = (0, Int(range.lower))
        for row in taps.rows {
          for tap in taps.pixels(row) {
            let value = Int(plain.integer(input.load(fromByteOffset: tap * channels + channel, as: UInt8.self)))
            sum += value
            largest = max(largest, value)
          }
        }
        let count = max(taps.count, 1)
        let mean = (sum > 0 ? sum + count / 2 : sum - count / 2) / count
        let result = problem.operation == .maximum ? largest : mean
        output.storeBytes(
          of: UInt8(truncatingIfNeeded: max(Int(range.lower), min(result, Int(range.upper)))),
          toByteOffset: pixel * channels + channel, as: UInt8.self)
      }
    }
  }

  /// 16 channels at a time, so at least that many.
  private static func runMaxima(
    _ problem: Problem, _ range: ByteRange, _ rows: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    let channels = problem.channels
    let flip = Vector(repeating: range.flip)
    let lower = Vector(repeating: range.ordered(range.lower)), upper = Vector(repeating: range.ordered(range.upper))
    problem.forEachPixel(rows) { pixel, taps in
      var channel = 0
      while channel < channels {
        // The last vector overlaps the previous one.
        channel = min(channel, channels - 16)
        var largest = lower
        for row in taps.rows {
          for tap in taps.pixels(row) {
            let value = (input + (tap * channels + channel)).loadUnaligned(as: Vector.self) ^ flip
            largest.replace(with: value, where: value .> largest)
          }
        }
        largest.replace(with: upper, where: largest .> upper)
        (output + (pixel * channels + channel)).storeBytes(of: largest ^ flip, as: Vector.self)
        channel += 16
      }
    }
  }

  /// Max taps per row, whose sum fits in 16 bits, and per column, so that float quotients round correctly.
  private static let maxTaps = 64

  /// 16 channels at a time, so at least that many.
  private static func runAverages(
    _ problem: Problem, _ range: ByteRange, _ rows: Range<Int>, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    let channels = problem.channels
    let flip = Vector(repeating: range.flip)
    problem.forEachPixel(rows) { pixel, taps in
      let count = Int32(taps.count)
      var channel = 0
      while channel < channels {
        // The last vector overlaps the previous one.
        channel = min(channel, channels - 16)
        var sums = SIMD16<UInt32>.zero
        for row in taps.rows {
          var rowSums = SIMD16<UInt16>.zero
          for tap in taps.pixels(row) {
            let bytes = (input + (tap * channels + channel)).loadUnaligned(as: Vector.self) ^ flip
            rowSums &+= SIMD16<UInt16>(truncatingIfNeeded: bytes)
          }
          sums &+= SIMD16<UInt32>(truncatingIfNeeded: rowSums)
        }
        // Flipped bytes are 128 larger.
        let signed = SIMD16<Int32>(truncatingIfNeeded: sums) &- Int32(range.flip) &* count
        let (low, high) = (signed.lowHalf, signed.highHalf)
        let means = SIMD16<Int32>(
          lowHalf: SIMD8(lowHalf: means(low.lowHalf, count, range), highHalf: means(low.highHalf, count, range)),
          highHalf: SIMD8(lowHalf: means(high.lowHalf, count, range), highHalf: means(high.highHalf, count, range)))
        (output + (pixel * channels + channel)).storeBytes(of: Vector(truncatingIfNeeded: means), as: Vector.self)
        channel += 16
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

extension ByteRange {
  /// XOR mask that orders signed bytes as unsigned ones.
  fileprivate var flip: UInt8 { isSigned ? 0x80 : 0 }

  /// A limit in unsigned order.
  fileprivate func ordered(_ limit: Int32) -> UInt8 { UInt8(truncatingIfNeeded: limit) ^ flip }
}
