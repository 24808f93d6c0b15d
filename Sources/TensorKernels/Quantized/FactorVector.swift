/// Four factors for portable vectors, for rounding twice.
struct FactorVector {
  private let left: SIMD4<Int32>, multiplier: SIMD4<Int32>
  private let half: SIMD4<Int32>, tieMask: SIMD4<Int32>, right: SIMD4<Int32>

  /// - Precondition: there are four factors.
  init(_ factors: some RandomAccessCollection<FixedPointMultiplier>) {
    func lanes(_ value: (FixedPointMultiplier) -> Int32) -> SIMD4<Int32> { SIMD4(factors.map(value)) }
    left = lanes { $0.left }
    multiplier = lanes { $0.multiplier }
    half = lanes { $0.half }
    tieMask = lanes { $0.tieMask }
    right = lanes { $0.right }
  }

  init(_ factor: FixedPointMultiplier) { self.init(repeatElement(factor, count: 4)) }

  /// ``FixedPointMultiplier/product(_:)`` in each lane.
  @inline(__always)
  func product(_ value: SIMD4<Int32>) -> SIMD4<Int32> {
    let wide = SIMD4<Int64>(truncatingIfNeeded: value &<< left) &* SIMD4<Int64>(truncatingIfNeeded: multiplier)
    let high = SIMD4<Int32>(truncatingIfNeeded: (wide &+ SIMD4<Int64>(repeating: 1 << 30)) &>> 31)
    return (high &+ half &+ (high &>> 31 & tieMask)) &>> right
  }
}

/// Zero point and limits of byte results, for portable vectors.
struct ByteVectorLimits {
  private let zeroPoint: SIMD4<Int32>, lower: SIMD4<Int32>, upper: SIMD4<Int32>

  init(_ range: ByteRange) {
    zeroPoint = SIMD4(repeating: range.zeroPoint)
    (lower, upper) = (SIMD4(repeating: range.lower), SIMD4(repeating: range.upper))
  }

  @inline(__always)
  func store(_ values: SIMD4<Int32>, to target: UnsafeMutableRawPointer) {
    var limited = values &+ zeroPoint
    limited.replace(with: lower, where: limited .< lower)
    limited.replace(with: upper, where: limited .> upper)
    target.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: limited), as: SIMD4<UInt8>.self)
  }
}
