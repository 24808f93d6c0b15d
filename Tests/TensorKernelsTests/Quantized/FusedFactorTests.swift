import EmittedKernels
import TensorKernels
import Testing

@Suite struct FusedFactorTests {
  private let range = ByteRange(isSigned: true, zeroPoint: -5)

  /// The byte of a sum by way of a factor.
  private func byte(_ factor: FusedFactor, _ sum: Int) -> UInt8 { range.byte(Int32(clamping: factor.product(sum))) }

  @Test(arguments: [0.5, 0.2503, 0.13, 1 / 64, 0.004, 0.00073, 0.00011, 0.9999, 1.37, 5] as [Double])
  func `sums at which the fixed-point factor's bytes change give the same ones`(value: Double) throws {
    let factor = FixedPointMultiplier(value)
    let maximum = Int(300 / value)
    let fused = try #require(FusedFactor(factor, sums: -maximum...maximum, output: range))
    for product in -150...150 {
      let place = Int((Double(product) - 0.5) / value)
      for sum in place - 4...place + 4 { #expect(byte(fused, sum) == range.byte(factor.product(Int32(sum)))) }
    }
  }

  /// Filters of quantized networks have channels that are zero, with the smallest scales.
  @Test(arguments: [0, 1e-12, 1e-9] as [Double])
  func `sums that all give one byte have a factor, however large they are`(value: Double) throws {
    let factor = FixedPointMultiplier(value)
    for sums in [-2_000_000_000 ... -1_999_990_000, -100_000...100_000, 1_999_990_000...2_000_000_000] {
      let fused = try #require(FusedFactor(factor, sums: sums, output: range))
      for sum in [sums.lowerBound, sums.upperBound] {
        #expect(byte(fused, sum) == range.byte(factor.product(Int32(sum))))
      }
    }
  }

  @Test func `sums beyond what floats hold exactly have no factor, and neither do products`() {
    #expect(FusedFactor(FixedPointMultiplier(1e-7), sums: 100_000_000...120_000_000, output: range) == nil)
    #expect(FusedFactor(FixedPointMultiplier(1e6), sums: -1_000_000...1_000_000, output: range) == nil)
    #expect(FusedFactor(FixedPointMultiplier(0.1), sums: 0...1 << 40, output: range) == nil)
  }

  /// The second rounding wraps around for the largest sums, so that products do not increase with sums.
  @Test func `a range at whose ends alone products are equal has no factor`() {
    let factor = FixedPointMultiplier(0x1p-24 * 0.999_999_999)
    let positive = ByteRange(isSigned: true, zeroPoint: -128)
    #expect(FusedFactor(factor, sums: 0...Int(Int32.max), output: positive) == nil)
  }

  @Test func `limits on one side of zero are supported`() throws {
    let positive = ByteRange(isSigned: true, zeroPoint: -100, limits: 3...3)
    let factor = FixedPointMultiplier(0.01)
    let fused = try #require(FusedFactor(factor, sums: -1000...1000, output: positive))
    #expect(positive.byte(Int32(fused.product(1000))) == 3)
    #expect(positive.byte(Int32(fused.product(-1000))) == 3)
  }

  @Test func `the range of sums is that of a bias and all bytes`() {
    // From -123 to 132 relative to the zero point.
    #expect(range.sums(bias: 10, negative: -2, positive: 1) == 10 - 123 - 264...10 + 132 + 246)
    #expect(ByteRange(isSigned: false, zeroPoint: 0).sums(bias: 0, negative: 0, positive: 3) == 0...765)
  }
}
