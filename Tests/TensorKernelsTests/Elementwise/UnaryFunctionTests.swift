import Foundation
import TensorKernels
import TestSupport
import Testing

@Suite struct UnaryFunctionTests {
  /// The functions that have an emitted form.
  static let functions: [UnaryFunction] = [
    .absolute, .negate, .square, .squareRoot, .reciprocalSquareRoot, .floor, .ceiling, .round, .exponential,
    .hyperbolicTangent, .exponentialLinear, .hardSwish, .gaussianErrorLinearByTangent, .leaky(slope: 0.2),
  ]

  /// How far the emitted form may be from the plain loop: units in the last place of the result, and of one for the
  /// function that cancels in the loop (its result is the argument times a fraction of one).
  private static func tolerance(_ function: UnaryFunction, at x: Float, _ result: Float) -> Float {
    switch function {
    case .exponential: 2 * result.ulp
    case .hyperbolicTangent, .exponentialLinear: 3 * result.ulp
    case .gaussianErrorLinearByTangent: 3 * result.ulp + 2 * abs(x) * .ulpOfOne
    default: 0
    }
  }

  private func run(_ function: UnaryFunction, _ input: [Float], every length: Int? = nil) throws -> [Float] {
    let kernel = try #require(MachineUnaryElementwise(function))
    let source = PaddedFloats(input)
    let target = PaddedFloats(count: input.count)
    for range in cuts(input.count, every: length ?? input.count) { kernel.run(range, source.pointer, target.pointer) }
    #expect(target.isBorderIntact)
    return target.values
  }

  private func plain(_ function: UnaryFunction, _ input: [Float]) -> [Float] {
    let source = PaddedFloats(input)
    let target = PaddedFloats(count: input.count)
    function.run(0..<input.count, source.pointer, target.pointer)
    return target.values
  }

  @Test(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"), arguments: functions)
  func `emitted code agrees with the plain loop, however it is cut`(_ function: UnaryFunction) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let input = random.floats(2000).map { $0 * 90 } + random.floats(2000) + random.floats(999).map { $0 * 1e-3 }
    let expected = plain(function, input)
    for length in [1, 7, 8, 19, input.count] {
      let found = try run(function, input, every: length)
      for (index, (y, wanted)) in zip(found, expected).enumerated() where !(y.isNaN && wanted.isNaN) && y != wanted {
        #expect(abs(y - wanted) <= Self.tolerance(function, at: input[index], wanted), "of \(input[index])")
      }
    }
  }

  @Test(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"), arguments: functions)
  func `infinities, zeros, halves and NaNs go the way of the plain loop`(_ function: UnaryFunction) throws {
    let special: [Float] = [
      0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, .infinity, -.infinity, .nan, 200, -200, 1e-30, -1e-30, 8_388_609, -1e9,
    ]
    for (x, pair) in zip(special, zip(try run(function, special), plain(function, special))) {
      let (found, wanted) = pair
      #expect(
        found == wanted || (found.isNaN && wanted.isNaN)
          || abs(found - wanted) <= Self.tolerance(function, at: x, wanted),
        "of \(x): \(found), \(wanted)")
    }
  }

  @Test func `integers wrap around`() {
    let input: [Int8] = [-128, -1, 0, 1, 127]
    func run(_ function: UnaryFunction) -> [Int8] {
      var output = [Int8](repeating: 99, count: 5)
      input.withUnsafeBytes { source in
        output.withUnsafeMutableBytes { target in
          guard let source = source.baseAddress, let target = target.baseAddress else { return }
          function.run(.int8, 0..<5, source, target)
        }
      }
      return output
    }
    #expect(run(.absolute) == [-128, 1, 0, 1, 127])
    #expect(run(.negate) == [-128, 1, 0, -1, -127])
    #expect(run(.sign) == [-1, -1, 0, 1, 1])
    #expect(run(.square) == [0, 1, 0, 1, 1])
  }
}
