import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let recurrent: [String: Rule] = [
    // Sums in another order, whose differences the cells carry on.
    "UNIDIRECTIONAL_SEQUENCE_LSTM": { _ in .relativeToRange(2e-6) }, "SVDF": { _ in .relativeToRange(2e-6) },
    "BIDIRECTIONAL_SEQUENCE_LSTM": { _ in .relativeToRange(2e-6) }, "RNN": { _ in .relativeToRange(2e-6) },
    "LSTM": { _ in .relativeToRange(2e-6) },
    "UNIDIRECTIONAL_SEQUENCE_RNN": { _ in .relativeToRange(2e-6) },
    "BIDIRECTIONAL_SEQUENCE_RNN": { _ in .relativeToRange(2e-6) },
  ]
}

/// Operators that keep a state from run to run, against LiteRT's results.
@Suite struct RecurrentTests {
  @Test(arguments: try OperatorFixture.cases(of: "recurrent"))
  func `all runs match LiteRT on every provider with one and two threads`(_ fixture: OperatorFixture) throws {
    let isInteger = fixture.name.hasPrefix("bytes_")
    #expect(try fixture.failuresOfRuns(isInteger ? .exact : .relativeToRange(2e-6)) == [])
  }

  @Test func `there are cases of every form`() throws {
    let names = try OperatorFixture.cases(of: "recurrent").map(\.name)
    for prefix in [
      "lstm_hybrid_", "lstm_asymmetric_", "lstm_both_ways", "rnn_sequence",
      "svdf_hybrid_", "svdf_asymmetric_", "bytes_lstm_", "bytes_svdf_",
    ] {
      #expect(names.filter { $0.hasPrefix(prefix) }.count >= 3, "\(prefix)")
    }
  }

  /// LiteRT leaves out the hyperbolic tangent of cells below a half. The same cells with 2 or 8 times their precision
  /// give the same results but for roundings.
  @Test(arguments: [-16, -18]) func `cells below a half have the results of larger ones`(exponent: Int) throws {
    func results(_ exponent: Int) throws -> [Int] {
      let interpreter = try Interpreter(OperatorFixture("unanswered", "cells_of_2_to_\(exponent)").model())
      let bytes = (0..<30).map { UInt8(truncatingIfNeeded: $0 &* 41 &- 100) }
      interpreter.setInput(0, to: bytes)
      try interpreter.run()
      return interpreter.output(0, as: Int8.self).map { Int($0) }
    }
    let (found, expected) = try (results(exponent), results(-15))
    #expect(Set(expected).count > 3)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(found) \(expected)")
  }

  @Test func `a state of bytes begins as bytes that stand for zero, and can start over`() throws {
    let fixture = OperatorFixture("recurrent", "bytes_lstm_positive_zero")
    let interpreter = try Interpreter(fixture.model())
    interpreter.setInput(0, to: try fixture.inputs()[0].bytes)
    func result() throws -> [UInt8] {
      try interpreter.run()
      return interpreter.output(0, as: UInt8.self)
    }
    let first = try result()
    #expect(try first == fixture.expectedOutputs()[0].bytes)
    #expect(try result() != first)
    interpreter.resetState()
    #expect(try result() == first)
  }

  @Test func `an LSTM of integers needs the scales of its own numbers`() throws {
    let model = try OperatorFixture("unidirectional_sequence_lstm", "bad_bytes_no_intermediates").model()
    let error = OperatorError.quantization("the list of intermediates", expected: "five tensors")
    #expect(throws: ModelError.node(index: 0, name: "UNIDIRECTIONAL_SEQUENCE_LSTM", error)) { try Plan(model) }
  }

  @Test func `sessions have states of their own, and can start over`() throws {
    for name in ["lstm_plain", "svdf_plain"] {
      let fixture = OperatorFixture("recurrent", name)
      let plan = try Plan(fixture.model())
      let (one, two) = (try Session(plan), try Session(plan))
      let input = try fixture.inputs()[0].floats
      let first = try one.results([input])
      let second = try one.results([input])
      #expect(first != second)
      #expect(try two.results([input]) == first)
      one.resetState()
      #expect(try one.results([input]) == first)
      #expect(try two.results([input]) == second)
    }
  }

  @Test func `a state must be a variable`() throws {
    for (archive, operand) in [("unidirectional_sequence_lstm", 19), ("svdf", 4)] {
      let model = try OperatorFixture(archive, "bad_a_state_that_is_no_variable").model()
      #expect(throws: ModelError.node(index: 0, name: archive.uppercased(), .inputNotVariable(operand))) {
        try Plan(model)
      }
    }
  }
}
