import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// The fixture archives of the operators.
enum FixtureArchive {
  /// One for every operator of the registry: its TFLite name in lowercase.
  static let operators = OperatorRegistry.all.map { $0.tfliteName.lowercased() }.sorted()
}

/// A missing fixture would make a parameterized test pass without a case.
@Suite struct FixtureArchiveTests {
  @Test(arguments: FixtureArchive.operators)
  func `every operator has fixtures`(_ folder: String) throws {
    #expect(try OperatorFixture.cases(of: folder).count >= 8)
    #expect(try OperatorFixture.badModels(of: folder).count >= 3)
  }

  @Test func `graphs have fixtures`() throws {
    #expect(try OperatorFixture.cases(of: "graph").count >= 40)
    #expect(try OperatorFixture.badModels(of: "graph").count >= 5)
  }

  @Test(arguments: FixtureArchive.operators + ["graph"])
  func `every case is complete`(_ folder: String) throws {
    var expected: Set<String> = []
    for fixture in try OperatorFixture.cases(of: folder) {
      let graph = try fixture.model().subgraphs[0]
      expected.insert("\(fixture.name).tflite")
      expected.formUnion(graph.inputs.indices.map { "\(fixture.name).input\($0).npy" })
      expected.formUnion(graph.outputs.indices.map { "\(fixture.name).output\($0).npy" })
    }
    expected.formUnion(try OperatorFixture.badModels(of: folder).map { "\($0.name).tflite" })
    #expect(Set(try OperatorFixture.entries(of: folder)) == expected)
  }

  @Test func `an archive that is absent is an error, not an empty list of cases`() {
    #expect(throws: OperatorFixture.Failure.self) { try OperatorFixture.cases(of: "absent") }
    #expect(throws: OperatorFixture.Failure.self) { try OperatorFixture.badModels(of: "absent") }
    #expect(throws: OperatorFixture.Failure.self) { try OperatorFixture.entries(of: "absent") }
    // Cases of large shapes, none of which must be refused.
    #expect(throws: OperatorFixture.Failure.self) { try OperatorFixture.badModels(of: "large") }
  }
}
