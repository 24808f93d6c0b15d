import TFLiteFormat
import TensorRuntime
import Testing

@Suite struct OperatorErrorTests {
  @Test func `each error says what was found and what was expected`() {
    let expected: [(OperatorError, String)] = [
      (.option(name: "stride_h", value: 0), "option stride_h has unsupported value 0"),
      (.inputCount(expected: 2...2, found: 1), "has 1 inputs, expected 2"),
      (.inputCount(expected: 2...3, found: 1), "has 1 inputs, expected 2 to 3"),
      (.outputCount(expected: 1, found: 2), "has 2 outputs, expected 1"),
      (.inputMissing(1), "input 1: absent, but required"),
      (
        .inputType(input: 0, expected: [.int32, .int64], found: .float32),
        "input 0: float32, expected int32 or int64"
      ),
      (.inputRank(input: 0, expected: 4...4, found: 3), "input 0: 3 dimensions, expected 4"),
      (.inputRank(input: 0, expected: 1...8, found: 0), "input 0: 0 dimensions, expected 1 to 8"),
      (
        .inputShape(input: 2, expected: "one bias for each of 8 output channels", found: [7]),
        "input 2: shape [7], expected one bias for each of 8 output channels"
      ),
      (.broadcast([2, 3], [4]), "shapes [2, 3] and [4] do not broadcast"),
      (.inputNotConstant(1), "input 1: computed at run time, expected a constant"),
      (.inputNotVariable(18), "input 18: expected a variable"),
      (.inputNotAssigned(0), "input 0: read before anything was assigned"),
      (.subgraph(3, reason: "does not exist"), "subgraph 3 does not exist"),
      (.axis(4, rank: 3), "axis 4 is outside a tensor of 3 dimensions"),
      (.value(name: "index", -1), "index -1 is out of range"),
      (.shapeTooLarge([-1, 2]), "shape [-1, 2] is negative or too large"),
      (
        .shapeTooLarge([Int](repeating: 2, count: 1 << 20)),
        "shape of 1048576 extents, [2, 2, 2, 2, 2, 2, 2, 2, 2] … is negative or too large"
      ),
      (.elementTypeNotSupported(.string), "tensors of string are not supported"),
      (.constantSize(expected: 8, found: 7), "constant has 7 bytes, its shape needs 8"),
      (
        .tensorTooLarge(shape: [4], byteCount: 16, limit: 15),
        "a tensor of shape [4] has 16 bytes, the limit is 15"
      ),
    ]
    for (error, text) in expected { #expect(error.description == text) }
    let format = FormatError.missingEntry(name: "a", available: [])
    #expect(OperatorError.format(format).description == format.description)
  }
}
