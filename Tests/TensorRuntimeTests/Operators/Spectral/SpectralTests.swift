import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

extension OperatorTolerance {
  static let spectral: [String: Rule] = [
    // Both sides compute in double precision and round once.
    "RFFT2D": { _ in .relativeToRange(1e-6) }, "REAL": { _ in .relativeToRange(1e-6) },
    "IMAG": { _ in .relativeToRange(1e-6) }, "COMPLEX_ABS": { _ in .relativeToRange(1e-6) },
  ]
}

@Suite struct SpectralTests {
  @Test func `the transform of two numbers is their sum and their difference`() throws {
    let fixture = OperatorFixture("rfft2d", "two_numbers")
    let numbers = try fixture.inputs()[0].floats
    let output = try fixture.floats()
    #expect(output == [[numbers[0] + numbers[1], numbers[0] - numbers[1]], [0, 0]])
  }
}
