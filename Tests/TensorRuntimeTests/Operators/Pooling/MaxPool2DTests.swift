import TensorRuntime
import TestSupport
import Testing

@Suite struct MaxPool2DTests {
  @Test func `the largest value of a window wins`() throws {
    // Picture 1 2 3 / 4 5 6, window 2×2, stride 2; the second window has one column.
    #expect(try OperatorFixture("max_pool_2d", "tiny").floats() == [[5, 6]])
  }

  @Test(arguments: OperatorFixture.cases(of: "max_pool_2d"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.exact) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "max_pool_2d"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
