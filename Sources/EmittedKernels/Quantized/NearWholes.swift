import TensorKernels

/// Finds the elements of an arithmetic progression that are near whole numbers.
///
/// Two roundings of a scaled integer can differ only near a tie, within the sum of their errors. So it is enough to
/// compare them there.
enum NearWholes {
  /// Whether `isRight` holds for every index for which `first + index · step` is within `distance` of a whole number.
  /// It may be called for others.
  ///
  /// Only fractional parts matter: 32-bit fixed point, which wraps around. After 256 steps it is off by at most 2⁻²³.
  ///
  /// - Parameters:
  ///   - first: the first element. Its magnitude is below 2³⁰, like that of `step`.
  @inline(__always)
  static func allSatisfy(
    _ count: Int, from first: Double, step: Double, within distance: Double, _ isRight: (_ index: Int) -> Bool
  ) -> Bool {
    func fraction(_ number: Double) -> UInt32 { UInt32(truncatingIfNeeded: Int64(number * 0x1p32)) }
    // Rounded up to a power of two, so that one mask compares.
    let reach: UInt32 = 1 << UInt32(min(32 + Int((distance + 0x1p-23).exponent) + 1, 31))
    let first = fraction(first) &+ reach, step = fraction(step), others = ~(2 &* reach &- 1)
    var places = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7) &* SIMD8(repeating: step) &+ SIMD8(repeating: first)
    // Most blocks contain no such index.
    let blockCount = 128
    for block in stride(from: 0, to: count, by: blockCount) {
      var areNear = SIMDMask<SIMD8<Int32>>(repeating: false)
      for _ in 0..<blockCount / 8 {
        areNear = areNear .| (places & SIMD8(repeating: others) .== SIMD8(repeating: 0))
        places &+= SIMD8(repeating: 8 &* step)
      }
      let near = SIMD8<Int32>.zero.replacing(with: SIMD8(repeating: -1), where: areNear)
      let halves = unsafeBitCast(near.lowHalf | near.highHalf, to: SIMD2<UInt64>.self)
      guard halves.x | halves.y != 0 else { continue }
      for index in block..<min(block + blockCount, count)
      where (first &+ UInt32(index) &* step) & others == 0 && !isRight(index) { return false }
    }
    return true
  }
}
