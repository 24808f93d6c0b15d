import TensorKernels

/// The factors of sixteen channels as emitted code reads them, for rounding twice. Code of eight lanes reads one half
/// of each vector.
struct FactorLanes {
  let left: SIMD16<Int32>
  /// All multipliers, and the odd ones moved to even lanes: `vpmuldq` multiplies even lanes only.
  let multiplier: SIMD16<Int32>, oddMultiplier: SIMD16<Int32>
  /// ``FixedPointMultiplier/tieMask`` and ``FixedPointMultiplier/half``.
  let tieMask: SIMD16<Int32>, half: SIMD16<Int32>
  let right: SIMD16<Int32>

  /// At most sixteen factors; other lanes are zero.
  init(_ factors: some RandomAccessCollection<FixedPointMultiplier>) {
    func lanes(_ value: (FixedPointMultiplier) -> Int32) -> SIMD16<Int32> { SIMD16(factors, value) }
    left = lanes { $0.left }
    multiplier = lanes { $0.multiplier }
    oddMultiplier = multiplier.shiftedToEven
    tieMask = lanes { $0.tieMask }
    half = lanes { $0.half }
    right = lanes { $0.right }
  }

  init(_ factor: FixedPointMultiplier) { self.init(repeatElement(factor, count: 16)) }
}

/// The same for rounding once.
struct FactorLanesOnce {
  let multiplier: SIMD16<Int32>, oddMultiplier: SIMD16<Int32>
  /// Added to the products of even and odd lanes: half of the divisor, and 2^62, so that a logical shift suffices.
  let evenAddend: SIMD8<Int64>, oddAddend: SIMD8<Int64>
  let evenShift: SIMD8<Int64>, oddShift: SIMD8<Int64>
  /// The shifted 2^62, to subtract again.
  let excess: SIMD16<Int32>

  private static let offset: Int64 = 1 << 62

  /// At most sixteen factors; other lanes are zero.
  init(_ factors: some RandomAccessCollection<FixedPointMultiplier>) {
    multiplier = SIMD16(factors, { $0.multiplier })
    oddMultiplier = multiplier.shiftedToEven
    var shifts = SIMD16<Int64>(repeating: 31)
    for (lane, factor) in factors.prefix(16).enumerated() { shifts[lane] = Int64(31 &- factor.left &+ factor.right) }
    let addends = SIMD16<Int64>(repeating: Self.offset) &+ SIMD16<Int64>(repeating: 1) &<< (shifts &- 1)
    (evenAddend, oddAddend) = (addends.evenHalf, addends.oddHalf)
    (evenShift, oddShift) = (shifts.evenHalf, shifts.oddHalf)
    excess = SIMD16(truncatingIfNeeded: SIMD16<Int64>(repeating: Self.offset) &>> shifts)
  }
}

/// The constants of ``X86ProductEmitter``.
struct ProductConstants {
  /// Half of the divisor of a doubled product.
  let nudge = SIMD8<Int64>(repeating: 1 << 30)
  let oddLanes = SIMD8<UInt64>(repeating: 0xFFFF_FFFF_0000_0000)
}

extension SIMD16 {
  /// The values of the first lanes; other lanes are zero.
  @inline(__always)
  init(lanes count: Int, _ value: (Int) -> Scalar) {
    self.init()
    // Setting a lane of a vector copies all lanes.
    withUnsafeMutableBytes(of: &self) { lanes in
      let lanes = lanes.assumingMemoryBound(to: Scalar.self)
      for lane in 0..<Swift.min(count, lanes.count) { lanes[lane] = value(lane) }
    }
  }
}

extension SIMD16<Int32> {
  /// A property of at most sixteen factors; other lanes are zero.
  fileprivate init(
    _ factors: some RandomAccessCollection<FixedPointMultiplier>, _ value: (FixedPointMultiplier) -> Int32
  ) {
    self.init(lanes: factors.count) { value(factors[factors.index(factors.startIndex, offsetBy: $0)]) }
  }

  fileprivate var shiftedToEven: SIMD16<Int32> {
    var result = SIMD16<Int32>()
    result.evenHalf = oddHalf
    return result
  }
}
