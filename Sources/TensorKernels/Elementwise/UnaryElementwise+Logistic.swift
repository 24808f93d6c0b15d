extension UnaryElementwise {
  /// `1 / (1 + e^-x)`, four at a time, within two units in the last place of the exact value.
  ///
  /// Both signs use `e^-|x|`, which cannot overflow: `f = e / (1 + e)` for negative x, `1 − f` for the others. A NaN
  /// stays. The last elements use the same vectors, so results do not depend on how the range is divided.
  package static func logistic(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    var i = range.lowerBound
    while i + 4 <= range.upperBound {
      logistic(Vector4(loading: input + i)).store(to: output + i)
      i += 4
    }
    guard i < range.upperBound else { return }
    var rest = Vector4.zero
    for lane in 0..<(range.upperBound - i) { rest[lane] = input[i + lane] }
    rest = logistic(rest)
    for lane in 0..<(range.upperBound - i) { output[i + lane] = rest[lane] }
  }

  @inline(__always)
  private static func logistic(_ x: Vector4) -> Vector4 {
    let magnitude = x.replacing(with: -x, where: x .> Vector4.zero)
    let power = exponential(of: magnitude)
    let low = power / (Vector4(repeating: 1) + power)
    return low.replacing(with: Vector4(repeating: 1) - low, where: x .> Vector4.zero)
  }

  /// `e^x` for x ≤ 0; zero below −104.
  ///
  /// `x = n·ln 2 + t` with |t| ≤ ln 2 / 2, so `e^x = 2^n · e^t`. `ln 2` is split in two, the first short enough that
  /// `n` times it is exact. `e^t = 1 + t + t²·p(t)`; p is a Chebyshev fit of degree 4 (error 7e-8 in p, 8e-9 in e^t).
  @inline(__always)
  private static func exponential(of x: Vector4) -> Vector4 {
    let bounded = x.replacing(with: Vector4(repeating: -104), where: x .< Vector4(repeating: -104))
    // Adding 1.5·2²³ rounds to an integer, which is then in the low bits.
    let shift = Vector4(repeating: 12_582_912)
    let shifted = bounded * Vector4(repeating: 1.442_695_04) + shift
    let n = shifted - shift
    let exponent = unsafeBitCast(shifted, to: SIMD4<Int32>.self) &- unsafeBitCast(shift, to: SIMD4<Int32>.self)
    let t = bounded - n * Vector4(repeating: 0.693_359_375) - n * Vector4(repeating: -2.121_944_4e-4)
    var p = Vector4(repeating: 0.001_392_625_1)
    p = p * t + Vector4(repeating: 0.008_363_233)
    p = p * t + Vector4(repeating: 0.041_666_552)
    p = p * t + Vector4(repeating: 0.166_665_76)
    p = p * t + Vector4(repeating: 0.5)
    let value = Vector4(repeating: 1) + (t + t * t * p)
    // 2^n in two factors, neither of which is subnormal.
    let half = exponent &>> 1
    return value * power(of: half) * power(of: exponent &- half)
  }

  /// `2^n` for n in −126…127.
  @inline(__always)
  private static func power(of n: SIMD4<Int32>) -> Vector4 {
    unsafeBitCast((n &+ SIMD4<Int32>(repeating: 127)) &<< 23, to: Vector4.self)
  }
}
