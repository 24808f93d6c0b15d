import TensorRuntime
import TestSupport
import Testing

@Suite struct StridedSliceTests {
  @Test func `a negative stride walks backwards`() throws {
    // 10 11 12 13 14 from 4 down to 0, exclusive, by 2.
    #expect(try OperatorFixture("strided_slice", "tiny").floats() == [[14, 12]])
  }

  @Test(arguments: OperatorFixture.cases(of: "strided_slice"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "strided_slice"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
