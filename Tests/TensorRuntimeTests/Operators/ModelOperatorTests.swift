import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// The operators that concern a model's variables and subgraphs, against LiteRT's results.
@Suite struct ModelOperatorTests {
  private static let archives = ModelOperators.names.map { $0.lowercased() }

  @Test(arguments: try archives.flatMap { try OperatorFixture.cases(of: $0) })
  func `all runs match LiteRT on every provider with one and two threads`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failuresOfRuns(.reorderedSum(terms: 64)) == [])
  }

  @Test(arguments: try archives.flatMap { try OperatorFixture.badModels(of: $0) })
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil, "\(fixture)")
  }
}
