import TensorRuntime
import TestSupport
import Testing

@Suite struct UnpackTests {
  @Test func `each slice becomes an output`() throws {
    // 1 2 / 3 4 along axis 1.
    #expect(try OperatorFixture("unpack", "tiny").floats() == [[1, 3], [2, 4]])
  }

  @Test(arguments: OperatorFixture.cases(of: "unpack"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "unpack"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
