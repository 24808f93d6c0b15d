import MudraPlatform
import TensorKernels
import Testing

@Suite struct FixedPoint16Tests {
  private let all = Int16.min...Int16.max

  @Test func `the logistic function is within seven steps of the exact one`() {
    let worst = all.map { value in
      abs(Double(FixedPoint16.logistic(value)) - 32768 / (1 + exp(-Double(value) / 4096)))
    }
    #expect(worst.allSatisfy { $0 < 7 })
  }

  @Test(arguments: -9...6) func `the hyperbolic tangent is within thirteen steps of the exact one`(integerBits: Int) {
    let one = Double(1 << (15 - integerBits))
    let worst = all.map { value in
      abs(Double(FixedPoint16.tanh(value, integerBits: integerBits)) - 32768 * tanh(Double(value) / one))
    }
    #expect(worst.allSatisfy { $0 < 13 })
  }

  /// Computed by gemmlowp's formulas in Python.
  @Test func `some results have gemmlowp's bits`() {
    #expect(FixedPoint16.logistic(-12756) == 1387)
    for (bits, expected) in [
      (0, [-24964, -1000, -8, 1000, 24964]), (3, [-32767, -7840, 8, 7840, 32767]),
      (6, [-32767, -31476, 64, 31476, 32767]),
    ] {
      #expect([.min, -1000, 1, 1000, .max].map { Int(FixedPoint16.tanh($0, integerBits: bits)) } == expected)
    }
  }
}
