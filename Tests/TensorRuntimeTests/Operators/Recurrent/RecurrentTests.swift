import TFLiteFormat
import TensorRuntime
import TestSupport
import Testing

extension OperatorTolerance {
  static let recurrent: [String: Rule] = [
    // Sums in another order, whose differences the cells carry on.
    "UNIDIRECTIONAL_SEQUENCE_LSTM": { _ in .relativeToRange(2e-6) }, "SVDF": { _ in .relativeToRange(2e-6) },
  ]
}

/// Operators that keep a state from run to run, against LiteRT's results.
@Suite struct RecurrentTests {
  @Test(arguments: try OperatorFixture.cases(of: "recurrent"))
  func `all runs match LiteRT on every provider with one and two threads`(_ fixture: OperatorFixture) throws {
    // Quantized weights stand for floats here; LiteRT rounds the inputs to 8 bits, too.
    let isNear = fixture.name.hasPrefix("near_")
    #expect(try fixture.failuresOfRuns(.relativeToRange(isNear ? 2e-2 : 2e-6)) == [])
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
