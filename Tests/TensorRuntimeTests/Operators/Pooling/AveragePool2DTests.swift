import TensorRuntime
import TestSupport
import Testing

@Suite struct AveragePool2DTests {
  @Test func `padding does not count in an average`() throws {
    // Picture 1 2 3 / 4 5 6, window 2×2, stride 2; the second window has one column.
    #expect(try OperatorFixture("average_pool_2d", "tiny").floats() == [[3, 4.5]])
  }

  @Test(arguments: OperatorFixture.cases(of: "average_pool_2d"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    // A window covers at most every pixel.
    let shape = try fixture.inputs()[0].shape
    #expect(try fixture.failures(.reorderedSum(terms: shape[1] * shape[2])) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "average_pool_2d"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
