import TensorRuntime
import TestSupport
import Testing

@Suite struct LogisticTests {
  @Test func `zero gives one half and both sides sum to one`() throws {
    let fixture = OperatorFixture("logistic", "tiny")
    let input: [Float] = [-7, 0, 7]
    let output = try fixture.run([NPYFile(floats: input, shape: [1, 3])])[0].floats
    #expect(output[1] == 0.5)
    #expect(abs(output[0] + output[2] - 1) <= 2 * Float(1).ulp)
  }

  @Test(arguments: OperatorFixture.cases(of: "logistic"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    // On each side the exponential (2 units), a sum and a division; the rest is its argument's rounding.
    #expect(try fixture.failures(.ulps(8)) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "logistic"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
