import TensorRuntime
import TestSupport
import Testing

@Suite struct ElementwiseTests {
  @Test(
    arguments: [
      ("add", [3, 2, 3]), ("sub", [-1, -6, 9]), ("mul", [2, -8, -18]), ("div", [0.5, -0.5, -2]),
      ("maximum", [2, 4, 6]),
      ("minimum", [1, -2, -3]),
    ] as [(String, [Float])])
  func `1 -2 6 and 2 4 -3, element by element`(_ folder: String, _ expected: [Float]) throws {
    #expect(try OperatorFixture(folder, "tiny").floats() == [expected])
  }
}
