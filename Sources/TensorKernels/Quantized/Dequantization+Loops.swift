extension Dequantization {
  static func run(
    _ problem: Problem, _ range: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>
  ) {
    switch problem.element {
    case .int8: dequantize(problem, range, input.assumingMemoryBound(to: Int8.self), output)
    case .uint8: dequantize(problem, range, input.assumingMemoryBound(to: UInt8.self), output)
    case .int16: dequantize(problem, range, input.assumingMemoryBound(to: Int16.self), output)
    case .int64: dequantize(problem, range, input.assumingMemoryBound(to: Int64.self), output)
    default: dequantize(problem, range, input.assumingMemoryBound(to: Int32.self), output)
    }
  }

  /// Plain loops, which the compiler vectorizes, without a division for each element: all of a channel, or one of each.
  @inline(__always)
  private static func dequantize<Integer: FixedWidthInteger>(
    _ problem: Problem, _ range: Range<Int>, _ input: UnsafePointer<Integer>, _ output: UnsafeMutablePointer<Float>
  ) {
    let (inner, channels) = (problem.inner, problem.scales.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let channel = index / inner % channels
      if inner > 1 || channels == 1 {
        let end = min(index - index % inner + inner, range.upperBound)
        let (scale, zeroPoint) = (problem.scales[channel], problem.zeroPoints[channel])
        for i in index..<end { output[i] = number(input[i], scale, zeroPoint) }
        index = end
      } else {
        let end = min(index - channel + channels, range.upperBound)
        for i in index..<end {
          let channel = channel + i - index
          output[i] = number(input[i], problem.scales[channel], problem.zeroPoints[channel])
        }
        index = end
      }
    }
  }

  @inline(__always)
  private static func number<Integer: FixedWidthInteger>(
    _ integer: Integer, _ scale: Float, _ zeroPoint: Int32
  ) -> Float {
    // Differences of narrower ones are known to fit in 32 bits.
    Integer.bitWidth > 32
      ? Float(Double(scale) * (Double(integer) - Double(zeroPoint)))
      : scale * Float(Int32(truncatingIfNeeded: integer) &- zeroPoint)
  }
}
