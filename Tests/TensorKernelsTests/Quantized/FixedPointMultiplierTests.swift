import TensorKernels
import Testing

@Suite struct FixedPointMultiplierTests {
  @Test(arguments: [0.5, 1, 0.001, 0.7331, 3.25, 1e-7] as [Double])
  func `products are rounded to the nearest`(factor: Double) {
    let multiplier = FixedPointMultiplier(factor)
    for value: Int32 in [0, 1, -1, 5, -5, 1000, -1001, 123_456, -7_654_321] {
      let exact = Double(value) * factor
      #expect(abs(Double(multiplier.product(value)) - exact) <= 0.500001 + abs(exact) * 1e-8)
    }
  }

  /// gemmlowp's `SaturatingRoundingDoublingHighMul` rounds ties up, its `RoundingDivideByPOT` away from zero.
  @Test func `the middle of two integers goes where gemmlowp sends it`() {
    let half = FixedPointMultiplier(0.5)
    #expect([1, 3, 5, -1, -3, -5].map { half.product($0) } == [1, 2, 3, 0, -1, -2])
    let quarter = FixedPointMultiplier(0.25)
    #expect([2, 6, -2, -6].map { quarter.product($0) } == [1, 2, -1, -2])
  }

  @Test func `factors that are not positive numbers give zero`() {
    for factor in [0, -1, .nan, .infinity, 1e-30] { #expect(FixedPointMultiplier(factor).product(1000) == 0) }
    _ = FixedPointMultiplier(1e300).product(.max)
    _ = FixedPointMultiplier(1).product(.min)
  }

  @Test func `the inverse of a root is nearly exact, for a variance of any size`() {
    for value: Int32 in [2, 3, 10, 100, 4097, 123_456, 1 << 29, .max] {
      let exact = 1e9 / Double(value).squareRoot()
      #expect(abs(Double(FixedPointMultiplier(inverseRootOf: value).product(1_000_000_000)) - exact) < 1 + exact * 2e-6)
    }
    #expect(FixedPointMultiplier(inverseRootOf: 1).product(1000) == 1000)
    _ = FixedPointMultiplier(inverseRootOf: .min)
  }
}
