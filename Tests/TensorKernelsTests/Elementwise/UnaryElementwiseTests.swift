import EmittedKernels
import Foundation
import KernelChoice
import TensorKernels
import TestSupport
import Testing

@Suite struct UnaryElementwiseTests {
  private func run(
    _ input: [Float], every length: Int? = nil,
    _ kernel: (Range<Int>, UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void
  ) -> [Float] {
    let source = PaddedFloats(input)
    let target = PaddedFloats(count: input.count)
    for range in cuts(input.count, every: length ?? max(input.count, 1)) {
      kernel(range, source.pointer, target.pointer)
    }
    #expect(target.isBorderIntact)
    return target.values
  }

  private typealias Kernel = (Range<Int>, UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void

  private func logistics() throws -> [Kernel] {
    var kernels: [Kernel] = [UnaryFunction.logistic.run, UnaryElementwise.logistic]
    if RowForm.available.contains(.machineCode) {
      let kernel = try #require(MachineUnaryElementwise(.logistic))
      kernels.append(kernel.run)
    }
    return kernels
  }

  @Test func `the logistic function at known places`() throws {
    for kernel in try logistics() {
      let found = run([0, 200, -200, .infinity, -.infinity, .nan], kernel)
      #expect(found[..<5] == [0.5, 1, 0, 1, 0])
      #expect(found[5].isNaN)
    }
  }

  @Test func `the logistic function is within two ulps of double precision`() throws {
    // expf is within one ulp; the sum and the quotient round once each, and the sum halves the error or more.
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let input = random.floats(5000).map { $0 * 20 } + random.floats(500).map { $0 * 87 }
    for kernel in try logistics() {
      for (x, y) in zip(input, run(input, kernel)) {
        let exact = Float(1 / (1 + exp(-Double(x))))
        #expect(abs(y - exact) <= 2 * exact.ulp, "at \(x)")
      }
    }
  }

  @Test(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"))
  func `the emitted logistic function has the bits of the portable one, however it is cut`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let special: [Float] = [
      0, -0.0, .infinity, -.infinity, .nan, 88, -88, 103, -103, -104, -105,
      .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude,
    ]
    let input = special + random.floats(3000).map { $0 * 110 } + random.floats(999)
    let kernel = try #require(MachineUnaryElementwise(.logistic))
    let expected = run(input, UnaryElementwise.logistic)
    for length in [1, 3, 8, 13, input.count] {
      let found = run(input, every: length, kernel.run)
      #expect(Comparison.bitDifference(found, expected) == nil, "\(length) a call")
    }
  }

  @Test(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"))
  func `the emitted softmax has the bits of the portable one, however it is cut`() throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (length, beta) in [(1, Float(1)), (8, 1), (11, 0.5), (33, 2)] {
      var input = random.floats(7 * length).map { $0 * 10 }
      input[3 * length] = .nan
      input[4 * length] = -.infinity
      input[5 * length] = .infinity
      let expected = run(input) {
        RowNormalization.softmax(rows: 0..<7, length: length, beta: beta, $1, $2 + $0.lowerBound)
      }
      let kernel = try #require(MachineSoftmax(length: length, beta: beta))
      for rows in [1, 2, 7] {
        let found = run(input, every: rows * length) { range, input, output in
          kernel.run(rows: range.lowerBound / length..<range.upperBound / length, input, output)
        }
        #expect(Comparison.bitDifference(found, expected) == nil, "\(length), \(rows) rows a call")
      }
    }
  }

  @Test(arguments: [RowNormalization.Operation.softmax(beta: 1), .softmax(beta: 0.5), .logSoftmax])
  func `rows of many elements agree with double precision, and keep NaN and infinities apart`(
    _ operation: RowNormalization.Operation
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for length in [2, 8, 29, 200, 1000] {
      let rows = 128 / length + 7
      var input = random.floats(rows * length).map { $0 * 30 }
      input[3 * length] = .nan
      input[4 * length] = -.infinity
      input[5 * length] = .infinity
      for i in 0..<length { input[6 * length + i] = -.infinity }
      let kernel = RowNormalization.family.kernel(
        for: RowNormalization.Problem(operation, rows: rows, length: length), requested: nil
      ).kernel
      let found = run(input) { kernel.run(units: 0..<rows, input: $1, output: $2 + $0.lowerBound) }
      for row in 0..<rows {
        let range = row * length..<(row + 1) * length
        if [3, 5, 6].contains(row) {
          #expect(found[range].allSatisfy { $0.isNaN }, "row \(row) of \(length)")
          continue
        }
        var beta = 1.0
        if case .softmax(let factor) = operation { beta = Double(factor) }
        let largest = input[range].max() ?? 0
        let powers = input[range].map { exp(Double($0 - largest) * beta) }
        let sum = powers.reduce(0, +)
        for (index, power) in zip(range, powers) {
          // Each term of the sum may round by half a unit, whatever the order; powers and quotients add a few.
          let error = Double(length + 16) * 6e-8
          if operation == .logSoftmax {
            let exact = Double(input[index] - largest) - log(sum)
            #expect(
              exact == Double(found[index]) || abs(Double(found[index]) - exact) <= error + 2e-7 * abs(exact),
              "of \(input[index]): \(found[index]), \(exact)")
          } else {
            #expect(abs(Double(found[index]) - power / sum) <= error * power / sum + 1.2e-38, "of \(input[index])")
          }
        }
      }
      for cut in [1, 3] {
        let again = run(input, every: cut * length) { range, input, output in
          kernel.run(units: range.lowerBound / length..<range.upperBound / length, input: input, output: output)
        }
        #expect(Comparison.bitDifference(again, found) == nil, "\(cut) rows a call")
      }
    }
  }

  @Test func `values are limited to an interval, and NaN stays`() {
    let found = run([-2, -0.5, 0.5, 2, .nan]) { UnaryElementwise.clamp($0, $1, $2, lower: -1, upper: 1) }
    #expect(Array(found[..<4]) == [-1, -0.5, 0.5, 1])
    #expect(found[4].isNaN)
  }

  @Test(arguments: sizesAroundVectors)
  func `limiting agrees with the plain loop for every length and every cut`(count: Int) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let input = random.floats(count).map { $0 * 8 } + [.nan, .infinity, -.infinity, -0.0]
    for limits in [(Float(0), Float.infinity), (0, 6), (-1, 1)] {
      let function = UnaryFunction.limit(lower: limits.0, upper: limits.1)
      let expected = run(input, function.run)
      for length in [1, 3, 4, 5, input.count] {
        let found = run(input, every: length) {
          UnaryElementwise.clamp($0, $1, $2, lower: limits.0, upper: limits.1)
        }
        #expect(Comparison.bitDifference(found, expected) == nil, "\(length) a call")
        guard let kernel = MachineUnaryElementwise(function) else { continue }
        let emitted = run(input, every: length, kernel.run)
        #expect(Comparison.bitDifference(emitted, expected) == nil, "\(length) a call")
      }
    }
  }

  @Test func `equal values share the sum, and a far larger one takes it all`() {
    let equal = run([3, 3, 3, 3]) { _, input, output in
      RowNormalization.softmax(rows: 0..<1, length: 4, beta: 1, input, output)
    }
    #expect(equal == [0.25, 0.25, 0.25, 0.25])
    let one = run([1000, 0, -1000]) { _, input, output in
      RowNormalization.softmax(rows: 0..<1, length: 3, beta: 1, input, output)
    }
    #expect(one == [1, 0, 0])
  }

  @Test func `a beta of zero makes all values equal`() {
    let found = run([1, 2, 3, 4]) { _, input, output in
      RowNormalization.softmax(rows: 0..<2, length: 2, beta: 0, input, output)
    }
    #expect(found == [0.5, 0.5, 0.5, 0.5])
  }

  @Test func `every row sums to one within its rounding, and does not depend on the cut`() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let length = 11
    let input = random.floats(7 * length).map { $0 * 10 }
    let whole = run(input) { _, input, output in
      RowNormalization.softmax(rows: 0..<7, length: length, beta: 1, input, output)
    }
    for row in 0..<7 {
      let sum = whole[row * length..<(row + 1) * length].reduce(0, +)
      #expect(abs(sum - 1) <= Float(2 * length) * .ulpOfOne)
    }
    let rowByRow = run(input, every: length) { range, input, output in
      RowNormalization.softmax(
        rows: range.lowerBound / length..<range.upperBound / length, length: length, beta: 1, input, output)
    }
    #expect(Comparison.bitDifference(rowByRow, whole) == nil)
  }
}
