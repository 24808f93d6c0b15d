import TensorRuntime
import TestSupport
import Testing

@Suite struct PadTests {
  @Test func `zeros are put around`() throws {
    // Row 1 2, one row before and one column after.
    #expect(try OperatorFixture("pad", "tiny").floats() == [[0, 0, 0, 1, 2, 0]])
  }

  @Test(arguments: OperatorFixture.cases(of: "pad"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "pad"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
