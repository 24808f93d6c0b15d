import TestSupport
import Testing

@Suite struct ToleranceTests {
  @Test func `equal values match under every tolerance`() {
    let values: [Float] = [0, 1, -3.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude]
    for tolerance in [Tolerance.exact, .ulps(1), .reorderedSum(terms: 3), .relativeToRange(1e-4)] {
      #expect(tolerance.failure(actual: values, expected: values) == nil)
    }
    #expect(Tolerance.exact.failure(actual: [-0.0], expected: [0.0]) == nil)
  }

  @Test func `an infinity or NaN on one side never matches`() {
    for tolerance in [Tolerance.exact, .ulps(1), .reorderedSum(terms: 3), .relativeToRange(10)] {
      #expect(tolerance.failure(actual: [1, .nan], expected: [1, 2]) != nil)
      #expect(tolerance.failure(actual: [1, 2], expected: [1, .nan]) != nil)
      #expect(tolerance.failure(actual: [1, .infinity], expected: [1, 2]) != nil)
      #expect(tolerance.failure(actual: [.infinity], expected: [-.infinity]) != nil)
    }
  }

  @Test func `exact refuses one unit`() {
    #expect(Tolerance.exact.failure(actual: [Float(1).nextUp], expected: [1]) != nil)
  }

  @Test func `units are those of the expected element`() {
    #expect(Tolerance.ulps(2).failure(actual: [1000 + 2 * Float(1000).ulp], expected: [1000]) == nil)
    #expect(Tolerance.ulps(2).failure(actual: [1000 + 3 * Float(1000).ulp, 1], expected: [1000, 1]) != nil)
    #expect(Tolerance.ulps(2).failure(actual: [1 + 3 * Float(1).ulp, 1000], expected: [1, 1000]) != nil)
  }

  @Test func `a sum's terms are counted in units of the largest result`() {
    #expect(Tolerance.reorderedSum(terms: 9).failure(actual: [9 * Float(1).ulp], expected: [0]) == nil)
    #expect(Tolerance.reorderedSum(terms: 9).failure(actual: [10 * Float(1).ulp], expected: [0]) != nil)
    #expect(Tolerance.reorderedSum(terms: 9).failure(actual: [9 * Float(8).ulp, 8], expected: [0, 8]) == nil)
  }

  @Test func `the range is the largest minus the smallest expected value`() {
    let expected: [Float] = [-1, 0, 3]
    #expect(Tolerance.relativeToRange(0.25).failure(actual: [-1, 1, 3], expected: expected) == nil)
    #expect(Tolerance.relativeToRange(0.25).failure(actual: [-1, 1.125, 3], expected: expected) != nil)
    // A single value's range is its magnitude.
    #expect(Tolerance.relativeToRange(0.25).failure(actual: [5], expected: [4]) == nil)
    #expect(Tolerance.relativeToRange(0.25).failure(actual: [5.5], expected: [4]) != nil)
  }

  @Test func `the worst element is named`() {
    let text = Tolerance.exact.failure(actual: [1, 5, 3], expected: [1, 2, 2]) ?? ""
    #expect(text.hasPrefix("2 of 3 elements beyond exact; the worst is element 1: 5.0, expected 2.0"))
    #expect(Tolerance.exact.failure(actual: [1], expected: [1, 2]) == "1 elements, expected 2")
  }
}
