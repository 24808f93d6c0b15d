import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let random: [String: Rule] = [
    // The system's logarithm, sine and cosine may be off by a unit, and so may LiteRT's.
    "RANDOM_STANDARD_NORMAL": { _ in .ulps(4) }
  ]
}

@Suite struct RandomTests {
  @Test(arguments: try OperatorFixture.cases(of: "random_runs"))
  func `each run has the next numbers of the sequence, as LiteRT has`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failuresOfRuns(fixture.name.hasSuffix("normal") ? .ulps(4) : .exact) == [])
  }

  @Test func `a session that starts over has the numbers of the first run`() throws {
    let session = try Session(Plan(OperatorFixture("random_uniform", "vector").model()))
    func numbers() throws -> [Float] {
      try session.run()
      return session.output(0)
    }
    let (first, second) = (try numbers(), try numbers())
    #expect(first != second)
    session.resetState()
    #expect(try numbers() == first)
    #expect(try numbers() == second)
  }
}
