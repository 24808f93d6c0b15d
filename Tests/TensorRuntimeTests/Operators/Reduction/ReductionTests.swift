import TensorRuntime
import TestSupport
import Testing

extension OperatorTolerance {
  static let reduction: [String: Rule] = [
    "MEAN": { .reorderedSum(terms: try groupCount($0)) }, "SUM": { .reorderedSum(terms: try groupCount($0)) },
    // A rounding for each factor, in both orders.
    "REDUCE_PROD": { .ulps(try groupCount($0)) },
  ]

  /// The number of elements reduced to one.
  private static func groupCount(_ fixture: OperatorFixture) throws -> Int {
    try fixture.inputs()[0].floats.count / max(fixture.expectedOutputs()[0].floats.count, 1)
  }
}

@Suite struct ReductionTests {
  @Test(
    arguments: [
      ("mean", [3, 1]), ("reduce_max", [6, 4]), ("reduce_min", [1, -1]), ("sum", [9, 3]), ("reduce_prod", [12, 0]),
    ]
      as [(String, [Float])])
  func `rows 1 2 6 and -1 0 4, each reduced to one value`(_ folder: String, _ expected: [Float]) throws {
    #expect(try OperatorFixture(folder, "tiny").floats() == [expected])
  }

  @Test func `sums up to each element, with and without it, from both ends`() throws {
    let input = NPYFile(floats: [1, 2, 4], shape: [3])
    func sums(_ name: String) throws -> [Float] {
      let fixture = OperatorFixture("cumsum", name)
      let shape = try fixture.inputs()[0].shape
      let padded = input.floats + [Float](repeating: 0, count: shape[0] - 3)
      return Array(try fixture.run([NPYFile(floats: padded, shape: shape)])[0].floats.prefix(3))
    }
    #expect(try sums("vector") == [1, 3, 7])
    #expect(try sums("vector_exclusive") == [0, 1, 3])
    #expect(try sums("vector_reverse") == [7, 6, 4])
    #expect(try sums("vector_exclusive_reverse") == [6, 4, 0])
  }
}
