import TensorRuntime
import TestSupport
import Testing

@Suite struct SumTests {
  @Test func `sums along the axis`() throws {
    // Rows 1 2 6 and -1 0 4.
    #expect(try OperatorFixture("sum", "tiny").floats() == [[9, 3]])
  }

  @Test(arguments: OperatorFixture.cases(of: "sum"))
  func `matches LiteRT`(_ fixture: OperatorFixture) throws {
    // What is reduced to one element.
    let terms = try fixture.inputs()[0].floats.count / fixture.expectedOutputs()[0].floats.count
    #expect(try fixture.failures(.reorderedSum(terms: terms)) == [])
  }

  @Test(arguments: OperatorFixture.badModels(of: "sum"))
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
