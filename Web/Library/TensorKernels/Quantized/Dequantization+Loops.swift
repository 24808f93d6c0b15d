extension Dequantization {
  /// A single loop for all types: the weights of hand networks are halves.
  static func run(
    _ problem: Problem, _ range: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>
  ) {
    for i in range {
      let channel = i / problem.inner % problem.scales.count
      let (scale, zeroPoint) = (problem.scales[channel], problem.zeroPoints[channel])
      let integer: Int32
      switch problem.element {
      case .int8: integer = Int32(input.load(fromByteOffset: i, as: Int8.self))
      case .uint8: integer = Int32(input.load(fromByteOffset: i, as: UInt8.self))
      case .int16: integer = Int32(input.load(fromByteOffset: i * 2, as: Int16.self))
      case .int64:
        let wide = input.load(fromByteOffset: i * 8, as: Int64.self)
        output[i] = Float(Double(scale) * (Double(wide) - Double(zeroPoint)))
        continue
      default: integer = input.load(fromByteOffset: i * 4, as: Int32.self)
      }
      output[i] = scale * Float(integer &- zeroPoint)
    }
  }
}
