import TensorRuntime
import TestSupport
import Testing

@Suite struct ConcatenationTests {
  @Test func `parts follow each other along the axis`() throws {
    // 1 2 / 3 4 and 9 / 8 along axis 1.
    #expect(try OperatorFixture("concatenation", "tiny").floats() == [[1, 2, 9, 3, 4, 8]])
  }

  @Test(arguments: OperatorFixture.cases(of: "concatenation"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "concatenation"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
