import TensorRuntime
import TestSupport
import Testing

/// The fixture archives of the operators.
enum FixtureArchive {
  /// One for every operator of the registry: its TFLite name in lower case.
  static let operators = OperatorRegistry.all.map { $0.tfliteName.lowercased() }.sorted()
}

/// An absent fixture would make a parameterised test pass without a case.
@Suite struct FixtureArchiveTests {
  @Test(arguments: FixtureArchive.operators)
  func `every operator has fixtures`(_ folder: String) {
    #expect(OperatorFixture.cases(of: folder).count >= 8)
    #expect(OperatorFixture.badModels(of: folder).count >= 3)
  }

  @Test func `graphs have fixtures`() {
    #expect(OperatorFixture.cases(of: "graph").count >= 40)
    #expect(OperatorFixture.badModels(of: "graph").count >= 5)
  }

  @Test(arguments: FixtureArchive.operators + ["graph"])
  func `every case is complete`(_ folder: String) throws {
    var expected: Set<String> = []
    for fixture in OperatorFixture.cases(of: folder) {
      let graph = try fixture.model().subgraphs[0]
      expected.insert("\(fixture.name).tflite")
      expected.formUnion(graph.inputs.indices.map { "\(fixture.name).input\($0).npy" })
      expected.formUnion(graph.outputs.indices.map { "\(fixture.name).output\($0).npy" })
    }
    expected.formUnion(OperatorFixture.badModels(of: folder).map { "\($0.name).tflite" })
    #expect(Set(OperatorFixture.entries(of: folder)) == expected)
  }
}
