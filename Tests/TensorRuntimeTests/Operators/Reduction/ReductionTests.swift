import TensorRuntime
import TestSupport
import Testing

extension OperatorTolerance {
  static let reduction: [String: Rule] = ["MEAN": sumOfGroup, "SUM": sumOfGroup]

  /// What is reduced to one element.
  private static let sumOfGroup: Rule = { fixture in
    .reorderedSum(terms: try fixture.inputs()[0].floats.count / max(fixture.expectedOutputs()[0].floats.count, 1))
  }
}

@Suite struct ReductionTests {
  @Test(
    arguments: [("mean", [3, 1]), ("reduce_max", [6, 4]), ("reduce_min", [1, -1]), ("sum", [9, 3])]
      as [(String, [Float])])
  func `rows 1 2 6 and -1 0 4, each reduced to one value`(_ folder: String, _ expected: [Float]) throws {
    #expect(try OperatorFixture(folder, "tiny").floats() == [expected])
  }
}
