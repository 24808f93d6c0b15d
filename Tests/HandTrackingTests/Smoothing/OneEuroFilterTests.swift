import HandTracking
import TestSupport
import Testing

@Suite struct OneEuroFilterTests {
  private var options: SmoothingOptions {
    var options = SmoothingOptions()
    options.minCutoff = 1.5
    options.beta = 0.7
    return options
  }

  @Test func `a signal is smoothed as the authors' own program does`() {
    // The results of the package OneEuroFilter 0.2.1 by Casiez and Roussel for mincutoff 1.5, beta 0.7, dcutoff 1.
    let times: [Float] = [1.0, 1.033, 1.066, 1.1, 1.15, 1.2, 1.21]
    let values: [Float] = [0, 1, 0.5, 2, 2.5, 2.25, -3]
    let expected: [Float] = [0, 0.51605576, 0.5083428, 1.5021331, 2.2729818, 2.2562582, -0.43189967]
    var filter = OneEuroFilter()
    for (index, value) in values.enumerated() {
      let seconds = index == 0 ? 0 : times[index] - times[index - 1]
      #expect(isClose(filter.smooth(value, seconds: seconds, options: options), expected[index], within: 2e-5))
    }
  }

  @Test func `a constant signal stays as it is`() {
    var filter = OneEuroFilter()
    for _ in 0..<5 {
      #expect(filter.smooth(0.25, seconds: 0.033, options: options) == 0.25)
    }
  }

  @Test func `a signal in other units is smoothed alike if its unit is given`() {
    var small = OneEuroFilter()
    var large = OneEuroFilter()
    for value: Float in [0, 1, -1, 2, 0.5] {
      let a = small.smooth(value, seconds: 0.05, options: options)
      let b = large.smooth(value * 128, seconds: 0.05, unit: 128, options: options)
      #expect(a * 128 == b)
    }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func `a value that is not a number is passed on and forgotten`(value: Float) {
    var filter = OneEuroFilter()
    _ = filter.smooth(1, seconds: 0, options: options)
    let passed = filter.smooth(value, seconds: 0.033, options: options)
    #expect(passed == value || passed.isNaN && value.isNaN)
    #expect(filter.smooth(5, seconds: 0.033, options: options) == 5)
  }

  @Test(arguments: [Float(0), -1, .nan, .infinity])
  func `a time that is not a number restarts the filter`(seconds: Float) {
    var filter = OneEuroFilter()
    _ = filter.smooth(1, seconds: 0.033, options: options)
    #expect(filter.smooth(5, seconds: seconds, options: options) == 5)
  }
}
