import TensorRuntime
import TestSupport
import Testing

@Suite struct ShapeTests {
  @Test func `concatenation, parts follow each other along the axis`() throws {
    // 1 2 / 3 4 and 9 / 8 along axis 1.
    #expect(try OperatorFixture("concatenation", "tiny").floats() == [[1, 2, 9, 3, 4, 8]])
  }

  @Test func `gather, rows are taken in the order of the indices`() throws {
    // Rows 1 2, 3 4, 5 6; indices 2 0.
    #expect(try OperatorFixture("gather", "tiny").floats() == [[5, 6, 1, 2]])
  }

  @Test func `pad, zeros are put around`() throws {
    // Row 1 2, one row before and one column after.
    #expect(try OperatorFixture("pad", "tiny").floats() == [[0, 0, 0, 1, 2, 0]])
  }

  @Test func `reshape, elements keep their order`() throws {
    let fixture = OperatorFixture("reshape", "minus_one_last_by_tensor")
    let input = try fixture.inputs()[0]
    let output = try fixture.run()[0]
    #expect(input.shape == [2, 3, 5])
    #expect(output.shape == [2, 15])
    #expect(output.bytes == input.bytes)
  }

  @Test func `strided slice, a negative stride walks backwards`() throws {
    // 10 11 12 13 14 from 4 down to 0, exclusive, by 2.
    #expect(try OperatorFixture("strided_slice", "tiny").floats() == [[14, 12]])
  }

  @Test func `unpack, each slice becomes an output`() throws {
    // 1 2 / 3 4 along axis 1.
    #expect(try OperatorFixture("unpack", "tiny").floats() == [[1, 3], [2, 4]])
  }
}
