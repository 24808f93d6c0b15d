import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let activation: [String: Rule] = [
    // An exponential (2 units), a sum, a quotient and a difference that does not cancel.
    "TANH": { _ in .ulps(5) },
    // An exponential and two sums that do not cancel.
    "ELU": { _ in .ulps(4) },
    // LiteRT's own sum cancels for negative arguments: its error is a fraction of the argument, not of the result.
    "GELU": { _ in .reorderedSum(terms: 3) },
    // One product more or less, with six or its reciprocal.
    "HARD_SWISH": { _ in .ulps(3) },
    // On each side the exponential (2 units), a sum and a division; the rest is its argument's rounding.
    "LOGISTIC": { _ in .ulps(8) },
    // Exponentials and a division, 8 units together; the sum of a row adds one unit per term.
    "SOFTMAX": { .ulps(8 + (try $0.inputs()[0].shape.last ?? 1)) },
  ]
}

@Suite struct ActivationTests {
  @Test(
    arguments: [
      ("relu", [0, 0, 7]), ("relu6", [0, 0, 6]), ("relu_n1_to_1", [-1, 0, 1]), ("relu_0_to_1", [0, 0, 1]),
    ] as [(String, [Float])])
  func `-2 0 7, limited`(_ folder: String, _ expected: [Float]) throws {
    #expect(try OperatorFixture(folder, "tiny").floats() == [expected])
  }

  @Test func `the logistic function of zero is one half, and both sides sum to one`() throws {
    let fixture = OperatorFixture("logistic", "tiny")
    let input: [Float] = [-7, 0, 7]
    let output = try fixture.run([NPYFile(floats: input, shape: [1, 3])])[0].floats
    #expect(output[1] == 0.5)
    #expect(abs(output[0] + output[2] - 1) <= 2 * Float(1).ulp)
  }

  @Test func `negative values are scaled by their channel's slope`() throws {
    // Channel 0 is -2 -4, slope 0.5; channel 1 is 3 0, slope 10.
    #expect(try OperatorFixture("prelu", "tiny").floats() == [[-1, 3, -2, 0]])
  }

  @Test func `equal values share a softmax of one`() throws {
    // Rows 0 0 and 5 5.
    #expect(try OperatorFixture("softmax", "tiny").floats() == [[0.5, 0.5, 0.5, 0.5]])
  }
}
