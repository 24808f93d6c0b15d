/// TFLite's dynamic quantization: floats to 8-bit integers by a range found at run time.
///
///     output[i] = round(limits(input[i] · inverse))     ties away from zero
package struct RowQuantization: Sendable {
  package enum Kind: Sendable {
    /// `SymmetricQuantizeFloats`: `round(x · 127 / max|x|)`.
    case symmetric
    /// `AsymmetricQuantizeFloats`: the range including zero, over −128…127, with the zero point rounded to an integer.
    /// Values are rounded before it is added, as TFLite's vector code does; its plain loop adds it before.
    case asymmetric
  }

  /// Groups of floats (rows or pictures) of one length, each with its own range. Outputs: the integers, and each
  /// group's scale. Bytes include the zero point plus 128, which follows the scale.
  ///
  /// If groups are split, the second input is the output of ``RowRanges``.
  package struct Problem: KernelProblem {
    package let kind: Kind
    package let blocks: RowBlocks
    /// int16, float32 or uint8.
    package let output: NumberType

    package init(_ kind: Kind, _ blocks: RowBlocks, output: NumberType) {
      (self.kind, self.blocks, self.output) = (kind, blocks, output)
    }

    package var element: NumberType { .float32 }
    package var work: Int { blocks.work }

    /// Quantizes some units: `limits` finds minimum and maximum, `quantize` writes integers.
    package func run(
      _ rows: RowQuantization, units: Swift.Range<Int>, _ operands: KernelOperands,
      limits: (Swift.Range<Int>) -> (low: Float, high: Float), quantize: (Swift.Range<Int>, Range) -> Void
    ) {
      for unit in units {
        let elements = blocks.elements(of: unit), group = unit / blocks.count
        let (low, high) = blocks.count > 1 ? blocks.limits(of: group, operands.input(1)) : limits(elements)
        let range = rows.range(low, high)
        quantize(elements, range)
        if unit % blocks.count == 0 { write(range, of: group, to: operands.output(1)) }
      }
    }

    /// Writes a group's scale, and its zero point for bytes.
    private func write(_ range: Range, of group: Int, to scales: UnsafeMutablePointer<Float>) {
      guard output == .uint8 else { return scales[group] = range.scale }
      scales[2 * group] = range.scale
      scales[2 * group + 1] = range.zeroPoint + 128
    }

    /// Floats written per group.
    package var floatsPerScale: Int { output == .uint8 ? 2 : 1 }
  }

  /// A unit is a block.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "row quantization",
    kernels: [
      KernelCandidate(.simd, make: { problem, _, _ in loop(problem, isPlain: false) }),
      KernelCandidate(.reference, make: { problem, _, _ in loop(problem, isPlain: true) }),
    ])

  private static func loop(_ problem: Problem, isPlain: Bool) -> any UnitKernel {
    let rows = RowQuantization(kind: problem.kind, isPlain: isPlain)
    return LoopKernel(problem.blocks.unitCount) { units, operands in
      let input = operands.input(0)
      problem.run(rows, units: units, operands) {
        rows.limits($0.count, input + $0.lowerBound)
      } quantize: { elements, range in
        let (first, count) = (elements.lowerBound, elements.count)
        switch problem.output {
        case .int16: rows.quantize(count, input + first, range, operands.output(as: Int16.self) + first)
        case .uint8: rows.quantize(count, input + first, range, operands.output(as: UInt8.self) + first)
        default: rows.quantize(count, input + first, range, operands.output() + first)
        }
      }
    }
  }

  package let kind: Kind
  /// Whether to process one element at a time.
  private let isPlain: Bool

  package init(kind: Kind) { self.init(kind: kind, isPlain: false) }

  init(kind: Kind, isPlain: Bool) { (self.kind, self.isPlain) = (kind, isPlain) }

  /// Writes the integers minus their zero point, as floats, and returns the scale.
  func quantize(_ count: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) -> Float {
    let (low, high) = limits(count, input)
    let range = range(low, high)
    quantize(count, input, range, output)
    return range.scale
  }

  /// The quantization of elements from `low` to `high`, which include zero.
  func range(_ low: Float, _ high: Float) -> Range {
    switch kind {
    case .symmetric: symmetric(low, high)
    case .asymmetric: asymmetric(low, high)
    }
  }

  /// Minimum and maximum, including zero and ignoring NaN.
  func limits(_ count: Int, _ input: UnsafePointer<Float>) -> (low: Float, high: Float) {
    var (lows, highs) = (Vector4(), Vector4())
    var index = 0
    while !isPlain, index + 4 <= count {
      let values = Vector4(loading: input + index)
      lows.replace(with: values, where: values .< lows)
      highs.replace(with: values, where: values .> highs)
      index += 4
    }
    var (low, high) = (lows.min(), highs.max())
    while index < count {
      if input[index] < low { low = input[index] }
      if input[index] > high { high = input[index] }
      index += 1
    }
    return (low, high)
  }

  private func quantize<Integer: QuantizedInteger>(
    _ count: Int, _ input: UnsafePointer<Float>, _ range: Range, _ output: UnsafeMutablePointer<Integer>
  ) {
    let (lower, upper) = (Vector4(repeating: range.lower), Vector4(repeating: range.upper))
    let inverse = Vector4(repeating: range.inverse)
    let offset = Integer.offset(range)
    let zero = SIMD4<Int32>(repeating: offset)
    var index = 0
    while !isPlain, index + 4 <= count {
      let value = Vector4(loading: input + index) * inverse
      // NaN becomes the lower limit. Clamping before rounding is exact, since limits are integers.
      var limited = lower.replacing(with: value, where: value .> lower)
      limited.replace(with: upper, where: limited .> upper)
      let whole = limited.wholeParts
      // Twice the fraction, truncated, rounds ties away from zero.
      let fraction = limited - Vector4(whole)
      let integers = whole &+ (fraction + fraction).wholeParts &+ zero
      Integer.store(integers, to: output + index)
      index += 4
    }
    while index < count {
      let value = (input[index] * range.inverse).rounded(.toNearestOrAwayFromZero)
      let limited = value > range.lower ? min(value, range.upper) : range.lower
      output[index] = Integer(Int32(limited) &+ offset)
      index += 1
    }
  }

  /// The quantization of a range of floats, with the limits of integers without the zero point.
  package struct Range {
    package let scale: Float, inverse: Float, zeroPoint: Float
    package let lower: Float
    package var upper: Float = 127
  }

  private func symmetric(_ low: Float, _ high: Float) -> Range {
    let range = max(-low, high)
    guard range > 0, range.isFinite else { return Range(scale: 1, inverse: 0, zeroPoint: 0, lower: -127) }
    return Range(scale: range / 127, inverse: 127 / range, zeroPoint: 0, lower: -127)
  }

  private func asymmetric(_ low: Float, _ high: Float) -> Range {
    // As in TFLite, only the range itself is rounded to a float.
    let scale = Double(high - low) / 255, inverse = 1 / Float(scale)
    guard low != high, scale.isFinite, inverse.isFinite else {
      return Range(scale: 1, inverse: 0, zeroPoint: 0, lower: -128)
    }
    let (low, high) = (Double(low), Double(high))
    let (fromLow, fromHigh) = (-128 - low / scale, 127 - high / scale)
    let isLowBetter = 128 + abs(low / scale) < 127 + abs(high / scale)
    let zeroPoint = max(-128, min((isLowBetter ? fromLow : fromHigh).rounded(.toNearestOrAwayFromZero), 127))
    return Range(
      scale: Float(scale), inverse: inverse, zeroPoint: Float(zeroPoint), lower: Float(-128 - zeroPoint),
      upper: Float(127 - zeroPoint))
  }
}

/// A type that 9-bit signed integers are stored as.
private protocol QuantizedInteger {
  init(_ integer: Int32)
  /// Added to integers without their zero point.
  static func offset(_ range: RowQuantization.Range) -> Int32
  static func store(_ integers: SIMD4<Int32>, to target: UnsafeMutablePointer<Self>)
}

extension QuantizedInteger {
  fileprivate static func offset(_ range: RowQuantization.Range) -> Int32 { 0 }
}

extension UInt8: QuantizedInteger {
  fileprivate static func offset(_ range: RowQuantization.Range) -> Int32 { Int32(range.zeroPoint) + 128 }

  fileprivate static func store(_ integers: SIMD4<Int32>, to target: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(target).storeBytes(
      of: SIMD4<UInt8>(truncatingIfNeeded: integers), as: SIMD4<UInt8>.self)
  }
}

extension Int16: QuantizedInteger {
  fileprivate static func store(_ integers: SIMD4<Int32>, to target: UnsafeMutablePointer<Int16>) {
    UnsafeMutableRawPointer(target).storeBytes(
      of: SIMD4<Int16>(truncatingIfNeeded: integers), as: SIMD4<Int16>.self)
  }
}

extension Float: QuantizedInteger {
  fileprivate static func store(_ integers: SIMD4<Int32>, to target: UnsafeMutablePointer<Float>) {
    Vector4(integers).store(to: target)
  }
}
