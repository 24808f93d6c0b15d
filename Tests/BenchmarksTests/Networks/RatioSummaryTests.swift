import Benchmarks
import Testing

@Suite struct RatioSummaryTests {
  @Test func `twice and half as fast cancel out`() throws {
    var summary = RatioSummary()
    for (model, ratio) in [("a", 2), ("b", 0.5), ("c", 8), ("d", 0.125)] { summary.add(ratio, of: model) }
    #expect(abs(try #require(summary.geometricMean) - 1) < 1e-12)
    #expect(summary.least?.model == "d")
    #expect(summary.least?.ratio == 0.125)
    #expect(summary.count == 4)
  }

  @Test func `the mean is that of the logarithms, and of one model its ratio`() throws {
    var summary = RatioSummary()
    summary.add(3, of: "only")
    #expect(abs(try #require(summary.geometricMean) - 3) < 1e-12)
    summary.add(12, of: "other")
    #expect(abs(try #require(summary.geometricMean) - 6) < 1e-12)
    #expect(summary.least?.model == "only")
  }

  @Test func `many ratios neither overflow nor vanish`() throws {
    var summary = RatioSummary()
    for index in 0..<2000 { summary.add(index < 1000 ? 1e300 : 1e-300, of: "\(index)") }
    #expect(abs(try #require(summary.geometricMean) - 1) < 1e-6)
  }

  @Test func `without models there is nothing to tell`() {
    #expect(RatioSummary().geometricMean == nil)
    #expect(RatioSummary().least == nil)
  }
}
