import EmittedKernels
import Foundation
import KernelChoice
import TensorKernels
import TestSupport
import Testing

@Suite struct UnaryFunctionTests {
  /// The functions that have an emitted form.
  static let functions: [UnaryFunction] =
    [
      .absolute, .negate, .square, .squareRoot, .reciprocalSquareRoot, .floor, .ceiling, .round, .exponential,
      .hyperbolicTangent, .exponentialLinear, .hardSwish, .gaussianErrorLinearByTangent, .leaky(slope: 0.2),
    ] + fusedFunctions

  /// Those that only exist with fused multiply-adds of x86-64.
  private static let fusedFunctions: [UnaryFunction] = {
    #if arch(x86_64)
      [.gaussianErrorLinear]
    #else
      []
    #endif
  }()

  /// How far the emitted form may be from the plain loop: units in the last place of the result, and of one for the
  /// function that cancels in the loop (its result is the argument times a fraction of one).
  private static func tolerance(_ function: UnaryFunction, at x: Float, _ result: Float) -> Float {
    switch function {
    case .exponential: 2 * result.ulp
    case .hyperbolicTangent, .exponentialLinear: 3 * result.ulp
    case .gaussianErrorLinearByTangent: 3 * result.ulp + 2 * abs(x) * .ulpOfOne
    case .gaussianErrorLinear: 4 * result.ulp + 2 * abs(x) * .ulpOfOne
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

  /// The results of the fastest kernel of the family for many elements.
  private func runFastest(_ function: UnaryFunction, _ input: [Float], every length: Int? = nil) -> [Float] {
    let source = PaddedFloats(input)
    let target = PaddedFloats(count: input.count)
    let kernel = UnaryElementwise.family.kernel(
      for: UnaryElementwise.Problem(function, count: input.count), requested: nil
    ).kernel
    for range in cuts(input.count, every: length ?? input.count) {
      kernel.run(units: range, input: source.pointer, output: target.pointer)
    }
    #expect(target.isBorderIntact)
    return target.values
  }

  /// Rounded once, from double precision, whose reduction of these arguments is exact enough.
  @Test(arguments: [UnaryFunction.sine, .cosine])
  func `sines and cosines are within two ulps, near or far, however they are cut`(_ function: UnaryFunction) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let multiples = (-6000...6000).map { Float(Double($0) * .pi / 2) }
    let input =
      random.floats(2000).map { $0 * 9 } + random.floats(3000).map { $0 * 8300 } + random.floats(300).map { $0 * 1e9 }
      + multiples + [0, -0.0, 8192, -8192, 8192.001, .leastNonzeroMagnitude, 1e15, -1e30]
    let found = runFastest(function, input)
    for (x, y) in zip(input, found) {
      let exact = Float(function == .sine ? sin(Double(x)) : cos(Double(x)))
      #expect(abs(y - exact) <= 2 * exact.ulp, "of \(x): \(y), \(exact)")
    }
    for x in [Float.infinity, -.infinity, .nan] { #expect(runFastest(function, [1, x, 2])[1].isNaN) }
    for length in [1, 7, 8, 19] {
      #expect(Comparison.bitDifference(runFastest(function, input, every: length), found) == nil, "\(length) a call")
    }
  }

  @Test func `logarithms are within two ulps, and those of other numbers are the system's, however they are cut`() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let special: [Float] = [
      1, 0, -0.0, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .leastNormalMagnitude,
      -.leastNormalMagnitude,
      .greatestFiniteMagnitude, Float.leastNormalMagnitude.nextDown, 0.707_106_77, 1.414_213_5,
    ]
    let input =
      random.floats(3000).map { abs($0) } + random.floats(3000).map { 1 + $0 / 100 }
      + random.floats(2000).map { exp($0 * 85) } + special + random.floats(50)
    let found = runFastest(.logarithm, input)
    for (x, y) in zip(input, found) {
      let exact = Float(log(Double(x)))
      #expect(y == exact || y.isNaN && exact.isNaN || abs(y - exact) <= 2 * exact.ulp, "of \(x): \(y), \(exact)")
    }
    for length in [1, 7, 8, 19] {
      #expect(Comparison.bitDifference(runFastest(.logarithm, input, every: length), found) == nil, "\(length) a call")
    }
  }

  /// Rounded once, from double precision.
  @Test(arguments: [UnaryFunction.exponential, .hyperbolicTangent])
  func `powers are within two ulps and hyperbolic tangents within three`(_ function: UnaryFunction) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let input =
      random.floats(4000).map { $0 * 10 } + random.floats(1000).map { $0 * 88 } + random.floats(1000)
      + [0, 9, 9.01, 9.02, -9.02, 20, 88.7, -87.3, -87.6, -103, 1e-20]
    for (x, y) in zip(input, runFastest(function, input)) {
      let exact = Float(function == .exponential ? exp(Double(x)) : tanh(Double(x)))
      #expect(abs(y - exact) <= (function == .exponential ? 2 : 3) * exact.ulp, "of \(x): \(y), \(exact)")
      if function == .hyperbolicTangent { #expect(abs(y) <= 1, "of \(x)") }
    }
  }

  @Test func `the logistic function of many elements is within three ulps of double precision`() {
    // e^x is within one ulp; the sum, the quotient and the difference round once each.
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let input =
      random.floats(5000).map { $0 * 20 } + random.floats(500).map { $0 * 87 }
      + [0, 200, -200, .infinity, -.infinity, .nan]
    let found = runFastest(.logistic, input)
    for (x, y) in zip(input, found).dropLast() {
      let exact = Float(1 / (1 + exp(-Double(x))))
      #expect(abs(y - exact) <= 3 * exact.ulp || exact < .leastNormalMagnitude && y == 0, "of \(x): \(y), \(exact)")
    }
    #expect(found[found.count - 1].isNaN)
    for length in [1, 7, 8, 19] {
      #expect(Comparison.bitDifference(runFastest(.logistic, input, every: length), found) == nil, "\(length) a call")
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
