import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Every operator of the registry against LiteRT's results. A new operator needs cases in Tools/dev/reference, and a
/// line in its family's tolerances if its results are not exact.
@Suite struct OperatorConformanceTests {
  @Test(arguments: OperatorRegistry.names)
  func `matches LiteRT on every provider with one and two threads`(_ name: String) throws {
    for fixture in try OperatorFixture.cases(of: name.lowercased()) {
      let failures = try fixture.failures(OperatorTolerance.of(name, fixture))
      #expect(failures == [])
    }
  }

  @Test(arguments: OperatorRegistry.names)
  func `a wrong model is refused`(_ name: String) throws {
    for fixture in try OperatorFixture.badModels(of: name.lowercased()) {
      #expect(try fixture.refusal() != nil, "\(fixture)")
    }
  }

  @Test func `tolerances are those of operators that exist`() {
    #expect(Set(OperatorTolerance.byName.keys).subtracting(OperatorRegistry.names) == [])
  }
}
