/// Eight factors as emitted code reads them, for products that are rounded twice.
struct FactorLanes {
  let left: SIMD8<Int32>
  /// All multipliers, and those of lanes 1, 3, 5 and 7 in the place of their neighbors: instructions multiply every
  /// other lane.
  let multiplier: SIMD8<Int32>, oddMultiplier: SIMD8<Int32>
  /// ``FixedPointMultiplier/tieMask`` and ``FixedPointMultiplier/half``.
  let tieMask: SIMD8<Int32>, half: SIMD8<Int32>
  let right: SIMD8<Int32>

  /// The factors of eight channels; those after the last one are zero.
  init(_ factors: some RandomAccessCollection<FixedPointMultiplier>) {
    func lanes(_ value: (FixedPointMultiplier) -> Int32) -> SIMD8<Int32> { SIMD8(factors, value) }
    left = lanes(\.left)
    multiplier = lanes(\.multiplier)
    oddMultiplier = multiplier.shiftedToEven
    tieMask = lanes(\.tieMask)
    half = lanes(\.half)
    right = lanes(\.right)
  }

  /// One factor in all lanes.
  init(_ factor: FixedPointMultiplier) { self.init(repeatElement(factor, count: 8)) }
}

/// Eight factors as emitted code reads them, for products that are rounded once.
struct FactorLanesOnce {
  let multiplier: SIMD8<Int32>, oddMultiplier: SIMD8<Int32>
  /// What is added to the products of even and of odd lanes: half of the divisor, and 2^62, so that a shift may fill
  /// with zeros.
  let evenAddend: SIMD4<Int64>, oddAddend: SIMD4<Int64>
  let evenShift: SIMD4<Int64>, oddShift: SIMD4<Int64>
  /// What the shift leaves of 2^62.
  let excess: SIMD8<Int32>

  private static let offset: Int64 = 1 << 62

  /// The factors of eight channels; those after the last one are zero.
  init(_ factors: some RandomAccessCollection<FixedPointMultiplier>) {
    multiplier = SIMD8(factors, \.multiplier)
    oddMultiplier = multiplier.shiftedToEven
    var shifts = SIMD8<Int64>(repeating: 31)
    for (lane, factor) in factors.prefix(8).enumerated() { shifts[lane] = Int64(31 &- factor.left &+ factor.right) }
    let addends = SIMD8<Int64>(repeating: Self.offset) &+ SIMD8<Int64>(repeating: 1) &<< (shifts &- 1)
    (evenAddend, oddAddend) = (addends.evenHalf, addends.oddHalf)
    (evenShift, oddShift) = (shifts.evenHalf, shifts.oddHalf)
    excess = SIMD8(truncatingIfNeeded: SIMD8<Int64>(repeating: Self.offset) &>> shifts)
  }
}

extension SIMD8<Int32> {
  /// A number of each of at most eight factors; zero in the other lanes.
  fileprivate init(
    _ factors: some RandomAccessCollection<FixedPointMultiplier>, _ value: (FixedPointMultiplier) -> Int32
  ) {
    self.init()
    for (lane, factor) in factors.prefix(8).enumerated() { self[lane] = value(factor) }
  }

  /// Lanes 1, 3, 5 and 7 in the place of 0, 2, 4 and 6.
  fileprivate var shiftedToEven: SIMD8<Int32> {
    SIMD8(self[1], 0, self[3], 0, self[5], 0, self[7], 0)
  }
}
