import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let normalization: [String: Rule] = [
    // A sum over the row, an exponential each, and a logarithm.
    "LOG_SOFTMAX": { .reorderedSum(terms: try rowLength($0) + 4) },
    // A sum over the row, a root and a quotient.
    "L2_NORMALIZATION": { .ulps(try rowLength($0) + 3) },
    // A sum over the neighbors, then a power, which doubles an error at most, or its special forms for roots.
    "LOCAL_RESPONSE_NORMALIZATION": { .ulps(2 * (try rowLength($0)) + 8) },
  ]

  private static func rowLength(_ fixture: OperatorFixture) throws -> Int { try fixture.inputs()[0].shape.last ?? 1 }
}

@Suite struct NormalizationTests {
  @Test func `a row of 3 4 becomes one of unit length, a row of zeros stays`() throws {
    let output = try OperatorFixture("l2_normalization", "row_of_zeros").floats()[0]
    #expect(output == [0, 0, 0.6, 0.8])
  }

  @Test func `exponentials of a log softmax sum to one`() throws {
    let fixture = OperatorFixture("log_softmax", "channels_8")
    let output = try fixture.floats()[0]
    for row in stride(from: 0, to: output.count, by: 8) {
      let sum = output[row..<row + 8].reduce(0) { $0 + Double.exp($1) }
      #expect(abs(sum - 1) < 8 * Double(Float.ulpOfOne) * 8)
    }
  }
}

extension Double {
  /// `e^x` by its series, halved until the argument is small: enough for a check by hand.
  fileprivate static func exp(_ x: Float) -> Double {
    if abs(x) > 0.5 {
      let half = exp(x / 2)
      return half * half
    }
    var (sum, term) = (1.0, 1.0)
    for n in 1..<20 {
      term *= Double(x) / Double(n)
      sum += term
    }
    return sum
  }
}
