import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let elementwise: [String: Rule] = [
    // A degree-6 polynomial and three roundings.
    "EXP": { _ in .ulps(3) },
    // The system's functions, on both sides; libraries differ in the last place.
    "POW": { _ in .ulps(2) }, "LOG": { _ in .ulps(2) }, "SIN": { _ in .ulps(2) }, "COS": { _ in .ulps(2) },
    "ATAN2": { _ in .ulps(2) },
  ]
}

@Suite struct ElementwiseTests {
  @Test(
    arguments: [
      ("add", [3, 2, 3]), ("sub", [-1, -6, 9]), ("mul", [2, -8, -18]), ("div", [0.5, -0.5, -2]),
      ("maximum", [2, 4, 6]),
      ("minimum", [1, -2, -3]), ("squared_difference", [1, 36, 81]), ("floor_div", [0, -1, -2]),
      ("floor_mod", [1, 2, 0]),
      ("pow", [1, 16, 1 / 216]),
    ] as [(String, [Float])])
  func `1 -2 6 and 2 4 -3, element by element`(_ folder: String, _ expected: [Float]) throws {
    #expect(try OperatorFixture(folder, "tiny").floats() == [expected])
  }
}
