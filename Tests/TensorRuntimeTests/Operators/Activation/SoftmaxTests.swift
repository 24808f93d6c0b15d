import TensorRuntime
import TestSupport
import Testing

@Suite struct SoftmaxTests {
  @Test func `equal values share one`() throws {
    // Rows 0 0 and 5 5.
    #expect(try OperatorFixture("softmax", "tiny").floats() == [[0.5, 0.5, 0.5, 0.5]])
  }

  @Test(arguments: OperatorFixture.cases(of: "softmax"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    // Exponentials and a division, 8 units together; the sum of a row adds one unit a term.
    let length = try fixture.inputs()[0].shape.last ?? 1
    #expect(try fixture.failures(.ulps(8 + length)) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "softmax"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
