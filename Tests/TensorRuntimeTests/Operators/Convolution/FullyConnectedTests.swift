import TensorRuntime
import TestSupport
import Testing

@Suite struct FullyConnectedTests {
  @Test func `each row of weights makes one output`() throws {
    // Input 1 2 3; rows 1 1 1 with bias 10 and 0 0 -1 with bias 1, then RELU.
    #expect(try OperatorFixture("fully_connected", "tiny_rows_of_weights").floats() == [[16, 0]])
  }

  @Test(arguments: OperatorFixture.cases(of: "fully_connected"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    // A row's products, and the bias.
    let terms = try fixture.shape(ofOperand: 1)[1] + 1
    #expect(try fixture.failures(.reorderedSum(terms: terms)) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "fully_connected"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
