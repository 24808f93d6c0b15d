import TensorRuntime
import TestSupport
import Testing

@Suite struct Conv2DTests {
  @Test func `a window of ones sums what it covers, and same padding puts the odd pixel after`() throws {
    // Picture 1 2 3 / 4 5 6 / 7 8 9, window 2×2, bias 100.
    let output = try OperatorFixture("conv_2d", "tiny_window_sums").floats()
    #expect(output == [[112, 116, 109, 124, 128, 115, 115, 117, 109]])
  }

  @Test(arguments: OperatorFixture.cases(of: "conv_2d"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    // The products of a window, and the bias.
    let terms = try fixture.shape(ofOperand: 1).dropFirst().reduce(1, *) + 1
    #expect(try fixture.failures(.reorderedSum(terms: terms)) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "conv_2d"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
