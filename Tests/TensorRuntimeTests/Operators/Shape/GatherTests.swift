import TensorRuntime
import TestSupport
import Testing

@Suite struct GatherTests {
  @Test func `rows are taken in the order of the indices`() throws {
    // Rows 1 2, 3 4, 5 6; indices 2 0.
    #expect(try OperatorFixture("gather", "tiny").floats() == [[5, 6, 1, 2]])
  }

  @Test(arguments: OperatorFixture.cases(of: "gather"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "gather"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }

  @Test(arguments: [[99, 1, -1], [Int32.max, Int32.min, 5]])
  func `an index out of range at run time does not trap`(_ indices: [Int32]) throws {
    let fixture = OperatorFixture("gather", "indices_at_run_time")
    let rows = try fixture.inputs()[0]
    let bytes = indices.withUnsafeBytes { Array($0) }
    let output = try fixture.run([rows, NPYFile(elementType: .int32, shape: [3], bytes: bytes)])
    #expect(output[0].shape == [3, 3])
  }
}
