import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Graphs of two to five operators, whose passes fold constants and fuse padding, activations and additions.
@Suite struct GraphPassTests {
  /// No graph of the folder adds up more than 128 products from an input to an output.
  private let tolerance = Tolerance.reorderedSum(terms: 128)

  @Test(arguments: try OperatorFixture.cases(of: "graph"))
  func `fused graphs match LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(tolerance) == [])
  }

  @Test(arguments: try OperatorFixture.cases(of: "graph"))
  func `graphs as they are match LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(tolerance, fusion: false) == [])
  }

  @Test(arguments: try OperatorFixture.cases(of: "graph"), KernelProvider.available)
  func `fusing changes no result`(_ fixture: OperatorFixture, _ provider: KernelProvider) throws {
    let fused = try fixture.run(provider: provider)
    let unfused = try fixture.run(provider: provider, fusion: false)
    #expect(fused.map(\.shape) == unfused.map(\.shape))
    for (fused, unfused) in zip(fused, unfused) {
      #expect(OperatorFixture.difference(fused, unfused, tolerance) == nil)
    }
  }

  @Test(arguments: try OperatorFixture.badModels(of: "graph"), [true, false])
  func `a wrong graph is refused`(_ fixture: OperatorFixture, _ fusion: Bool) throws {
    #expect(try fixture.refusal(fusion: fusion) != nil)
  }

  @Test func `an unknown operator is refused by name`() throws {
    let refusal = try OperatorFixture("graph", "bad_unknown_operator").refusal()
    #expect(refusal?.contains("HASHTABLE_LOOKUP") == true)
  }
}
