import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct SelectionTests {
  @Test func `the largest come first, and the earlier of equal ones`() throws {
    // Rows 1 2 2 1 2 0 and six zeros; five of each.
    let outputs = try OperatorFixture("topk_v2", "equal_values").run()
    #expect(outputs[0].floats == [2, 2, 2, 1, 1, 0, 0, 0, 0, 0])
    #expect(outputs[1].elements(as: Int32.self) == [1, 2, 4, 0, 3, 0, 1, 2, 3, 4])
  }

  @Test func `suppression, the earlier of equal scores comes first, and NaN is never chosen`() throws {
    let fixture = OperatorFixture("non_max_suppression_v4", "few")
    func results(_ scores: [Float]) throws -> [Int32] {
      // Boxes that do not touch, from the last to the first.
      let boxes: [Float] = (0..<9).reversed().flatMap { side -> [Float] in [Float(side), 0, Float(side) + 0.5, 1] }
      let outputs = try fixture.run([NPYFile(floats: boxes, shape: [9, 4]), NPYFile(floats: scores, shape: [9])])
      return outputs.flatMap { $0.elements(as: Int32.self) }
    }
    #expect(try results([0.5, 0.7, 0.5, 0.7, 0.5, 0.5, 0.7, 0.5, 0.5]) == [1, 3, 6, 0, 4])
    #expect(try results([.nan, 0.7, .nan, 0.2, .nan, 0.05, .nan, .nan, .nan]) == [1, 3, 0, 0, 2])
    #expect(try results([Float](repeating: .nan, count: 9)) == [0, 0, 0, 0, 0])
  }

  @Test func `an index outside the row makes a row without the first value`() throws {
    let fixture = OperatorFixture("one_hot", "depth_1")
    let indices: [Int32] = [0, 1, -1]
    let input = NPYFile(elementType: .int32, shape: [3], bytes: indices.withUnsafeBytes { Array($0) })
    #expect(try fixture.run([input])[0].floats == [5, 2, 2])
  }

  @Test func `places of what is true, as many as there are`() throws {
    let fixture = OperatorFixture("where", "rank_2")
    var truths = [UInt8](repeating: 0, count: 15)
    #expect(try fixture.run([NPYFile(elementType: .bool, shape: [3, 5], bytes: truths)])[0].shape == [0, 2])
    truths[1] = 1
    truths[14] = 1
    let output = try fixture.run([NPYFile(elementType: .bool, shape: [3, 5], bytes: truths)])[0]
    #expect(output.shape == [2, 2])
    #expect(output.elements(as: Int64.self) == [0, 1, 2, 4])
  }

  @Test func `unique, what is not a number is the same as the smallest before it`() throws {
    let output = try OperatorFixture("unique", "several_not_numbers").run()
    // 5 NaN 1 5 NaN −2 1 NaN 7
    #expect(output[0].floats == [5, 1, -2, 7])
    #expect(output[1].elements(as: Int32.self) == [0, 0, 1, 0, 1, 2, 1, 2, 3])
  }
}
