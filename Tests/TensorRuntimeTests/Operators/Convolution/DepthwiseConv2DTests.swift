import TensorRuntime
import TestSupport
import Testing

@Suite struct DepthwiseConv2DTests {
  @Test func `each channel has a filter of its own`() throws {
    // Channel 0 is 1 2 3, filter 1 1 1; channel 1 is 10 20 30, filter 0 1 0 and bias 0.5.
    let output = try OperatorFixture("depthwise_conv_2d", "tiny_one_filter_a_channel").floats()
    #expect(output == [[3, 10.5, 6, 20.5, 5, 30.5]])
  }

  @Test(arguments: OperatorFixture.cases(of: "depthwise_conv_2d"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    // The products of a window, and the bias.
    let terms = try fixture.shape(ofOperand: 1).dropLast().reduce(1, *) + 1
    #expect(try fixture.failures(.reorderedSum(terms: terms)) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "depthwise_conv_2d"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
