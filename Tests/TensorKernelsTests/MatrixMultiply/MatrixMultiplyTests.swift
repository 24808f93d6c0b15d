import KernelChoice
import MachineCode
import TensorKernels
import TestSupport
import Testing

@Suite struct MatrixMultiplyTests {
  typealias Problem = MatrixMultiply.Problem

  /// Runs a kernel over rows that are further apart than they are long; the gaps are NaN and must not change.
  private func run(
    _ kernel: any RowProductKernel, _ problem: Problem, _ input: [Float], rowsPerCall: Int? = nil
  ) -> [Float] {
    let inputStride = problem.inputStride
    let outputStride = problem.outputStride
    let source = PaddedFloats(count: problem.rows * inputStride)
    for row in 0..<problem.rows {
      for k in 0..<problem.depth { source.pointer[row * inputStride + k] = input[row * problem.depth + k] }
    }
    let target = PaddedFloats(count: problem.rows * outputStride)
    let scratch = PaddedFloats(count: kernel.scratchCount)
    for rows in cuts(problem.rows, every: rowsPerCall ?? kernel.rowsPerUnit) {
      kernel.run(
        rows: rows.count, input: source.pointer + rows.lowerBound * inputStride, addend: nil,
        output: target.pointer + rows.lowerBound * outputStride, scratch: scratch.pointer)
    }
    #expect(scratch.isBorderIntact, "\(type(of: kernel)) wrote outside the scratch of \(problem)")
    #expect(target.isBorderIntact, "\(type(of: kernel)) wrote outside the output of \(problem)")
    var result: [Float] = []
    for row in 0..<problem.rows {
      for n in 0..<outputStride {
        if n < problem.columns {
          result.append(target.pointer[row * outputStride + n])
        } else if !target.isUntouched(row * outputStride + n) {
          Issue.record("\(type(of: kernel)) wrote between the rows of \(problem)")
        }
      }
    }
    return result
  }

  /// Compares a kernel with the plain loops on one random problem.
  private func check(
    _ provider: KernelProvider, _ problem: Problem, _ activation: LayerSample.Activation, hasBias: Bool = true,
    random: inout SeededGenerator
  ) {
    let sample = LayerSample(
      filterCount: problem.columns * problem.depth, channels: problem.columns, activation: activation,
      hasBias: hasBias, random: &random)
    let input = random.floats(problem.rows * problem.depth)
    let reference = MatrixMultiply.family.choice(for: problem, requested: .reference)
    let expected = run(sample.make(reference, problem, channels: problem.columns), problem, input)
    let magnitudes = run(
      sample.magnitudes.make(reference, problem, channels: problem.columns), problem, input.map(abs))
    let gap = problem.rows % 3
    let spread = Problem(
      rows: problem.rows, columns: problem.columns, depth: problem.depth, inputStride: problem.depth + gap,
      outputStride: problem.columns + gap)
    let candidate = MatrixMultiply.family.choice(for: spread, requested: provider)
    let found = run(sample.make(candidate, spread, channels: problem.columns), spread, input)
    let difference = Comparison.difference(found, expected) { index in
      sample.tolerance(terms: problem.depth, magnitude: magnitudes[index], channel: index % problem.columns)
    }
    #expect(difference == nil, "\(problem), \(activation), seed \(SeededGenerator.runSeed)")
  }

  @Test(arguments: KernelProvider.available)
  func `two rows times a 3 by 2 filter with bias`(provider: KernelProvider) throws {
    let problem = Problem(rows: 2, columns: 3, depth: 2)
    let filter: [Float] = [1, 2, 3, 4, 5, 6]
    let epilogue = [Float]([10, 20, 30]).withUnsafeBufferPointer { Epilogue(bias: $0, channels: 3, activation: .none) }
    let kernel = filter.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map {
        MatrixMultiply.family.choice(for: problem, requested: provider).made(
          problem, LayerWeights(filter: $0, epilogue: epilogue))
      }
    }
    #expect(run(try #require(kernel), problem, [1, 0, 1, 1]) == [11, 23, 35, 13, 27, 41])
  }

  /// Three blocks of 33 columns end within the panels of all kernels.
  @Test(arguments: KernelProvider.available, [1, 3, 13])
  func `a filter in blocks gives the results of one piece`(provider: KernelProvider, rows: Int) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let problem = Problem(rows: rows, columns: 99, depth: 26)
    let filter = random.floats(99 * 26), input = random.floats(rows * 26)
    let terms = [0..<7, 7..<26], columns = [0..<33, 33..<66, 66..<99]
    let parts = terms.map { terms in
      (0..<99).flatMap { filter[($0 * 26 + terms.lowerBound)..<($0 * 26 + terms.upperBound)] }
    }
    let epilogue = Epilogue(bias: nil, channels: 99, activation: .none)
    let choice = MatrixMultiply.family.choice(for: problem, requested: provider)
    func results(_ weights: LayerWeights) -> [Float] { run(choice.made(problem, weights), problem, input) }
    let expected = filter.withUnsafeBufferPointer {
      results(LayerWeights(filter: $0.baseAddress.unsafelyUnwrapped, epilogue: epilogue))
    }
    let found = parts[0].withUnsafeBufferPointer { first in
      parts[1].withUnsafeBufferPointer { second in
        let blocks = zip([first, second], terms).flatMap { part, terms in
          columns.map { columns in
            FilterBlocks.Block(
              part.baseAddress.unsafelyUnwrapped + columns.lowerBound * terms.count, columns: columns, terms: terms)
          }
        }
        return results(LayerWeights(FilterBlocks(blocks), epilogue: epilogue))
      }
    }
    #expect(found.map { $0.bitPattern } == expected.map { $0.bitPattern })
  }

  /// All shapes of panels, with depths that end within sixteen terms, and single rows. Of the last four, the first two
  /// become floats except where tiles convert them, the next ones everywhere.
  @Test(
    arguments: KernelProvider.available,
    [(36, 96, 130), (49, 72, 193), (60, 136, 97), (37, 99, 131), (144, 24, 513), (42, 13, 1001), (38, 40, 320)]
      + [(1, 96, 130), (1, 99, 1301), (1, 13, 1001), (35, 96, 130), (36, 96, 128), (36, 64, 64), (1, 64, 64)])
  func `weights stored as halves give the bits of their floats`(
    provider: KernelProvider, sizes: (rows: Int, columns: Int, depth: Int)
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let problem = Problem(rows: sizes.rows, columns: sizes.columns, depth: sizes.depth)
    let activation = LayerSample.Activation.allCases[sizes.columns % LayerSample.Activation.allCases.count]
    let (sample, halves) = LayerSample(
      filterCount: problem.columns * problem.depth, channels: problem.columns, activation: activation, random: &random
    ).ofHalves(random: &random)
    let input = random.floats(problem.rows * problem.depth)
    let candidate = MatrixMultiply.family.choice(for: problem, requested: provider)
    let floats = sample.make(candidate, problem, channels: problem.columns)
    let kernel = sample.make(candidate, problem, channels: problem.columns, halves: halves)
    let expected = run(floats, problem, input)
    let (whole, inUnits) = (run(kernel, problem, input, rowsPerCall: problem.rows), run(kernel, problem, input))
    #expect(whole.map { $0.bitPattern } == expected.map { $0.bitPattern })
    #expect(inUnits.map { $0.bitPattern } == expected.map { $0.bitPattern })
    #if arch(x86_64)
      let converts = MachineCodeSupport.floatProducts.convertsHalves
      let keepsHalves =
        candidate.provider == .machineCode && problem.columns * problem.depth > (converts ? 4 : 12) << 10
        && (problem.rows == 1 || problem.rows >= 36 || converts)
      let byteCounts = [kernel, floats].map { $0.memory.reduce(0) { $0 + $1.byteCount } }
      #expect((byteCounts[0] < byteCounts[1]) == keepsHalves)
    #endif
  }

  @Test(arguments: KernelProvider.available)
  func `all kernels agree with the plain loops around vector widths`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let activations = LayerSample.Activation.allCases
    var count = 0
    for rows in sizesAroundVectors {
      for columns in sizesAroundVectors {
        for depth in [1, 4, 7, 9, 16, 33] {
          let problem = Problem(rows: rows, columns: columns, depth: depth)
          check(provider, problem, activations[count % activations.count], random: &random)
          count += 1
        }
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `all kernels agree with the plain loops where sums are long and columns many`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let activations = LayerSample.Activation.allCases
    for (index, rows) in [2, 6, 7, 12, 13, 23, 25, 36, 49].enumerated() {
      for columns in [48, 49, 63, 64, 72, 80, 108] {
        let problem = Problem(rows: rows, columns: columns, depth: 64 + columns % 9)
        check(provider, problem, activations[(index + columns) % activations.count], random: &random)
      }
    }
  }

  @Test(arguments: KernelProvider.available, LayerSample.Activation.allCases)
  func `all activations with and without bias`(provider: KernelProvider, activation: LayerSample.Activation) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for columns in [3, 8, 13] {
      for hasBias in [false, true] {
        check(
          provider, Problem(rows: 7, columns: columns, depth: 11), activation, hasBias: hasBias, random: &random)
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `more rows than a unit holds`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    check(provider, Problem(rows: 201, columns: 9, depth: 5), .relu, random: &random)
    check(provider, Problem(rows: 13, columns: 17, depth: 1100), .none, random: &random)
  }

  @Test(arguments: KernelProvider.available)
  func `empty sums give the bias, and no rows or columns give nothing`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (rows, columns, depth) in [(5, 9, 0), (0, 9, 4), (5, 0, 4), (0, 0, 0)] {
      check(provider, Problem(rows: rows, columns: columns, depth: depth), .relu6, random: &random)
    }
  }

  @Test(arguments: KernelProvider.available.filter { $0 != .blas })
  func `results do not depend on how rows are cut`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for problem in [Problem(rows: 23, columns: 13, depth: 19), Problem(rows: 31, columns: 88, depth: 67)] {
      let sample = LayerSample(
        filterCount: problem.columns * problem.depth, channels: problem.columns, activation: .slopes, random: &random)
      let input = random.floats(problem.rows * problem.depth)
      let kernel = sample.make(
        MatrixMultiply.family.choice(for: problem, requested: provider), problem, channels: problem.columns)
      let whole = run(kernel, problem, input)
      for rowsPerCall in [1, 2, 5, 6, 7, 12, 13, 22] {
        let found = run(kernel, problem, input, rowsPerCall: rowsPerCall)
        #expect(Comparison.bitDifference(found, whole) == nil, "\(rowsPerCall) rows a call")
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `an identity filter returns the rows`(provider: KernelProvider) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for size in sizesAroundVectors {
      let problem = Problem(rows: 7, columns: size, depth: size)
      var filter = [Float](repeating: 0, count: size * size)
      for n in 0..<size { filter[n * size + n] = 1 }
      let input = random.floats(7 * size)
      let padded = PaddedFloats(filter)
      let epilogue = Epilogue(bias: nil, channels: size, activation: .none)
      let kernel = MatrixMultiply.family.choice(for: problem, requested: provider).made(
        problem, LayerWeights(filter: padded.pointer, epilogue: epilogue))
      #expect(run(kernel, problem, input) == input)
    }
  }

  @Test(.enabled(if: KernelProvider.available.contains(.blas), "OpenBLAS is not there"))
  func `OpenBLAS pays only for products large enough to hide its packing`() throws {
    let candidate = try #require(MatrixMultiply.family.kernels.first { $0.provider == .blas })
    #expect(candidate.pays(Problem(rows: 96, columns: 32, depth: 32)))
    #expect(!candidate.pays(Problem(rows: 1, columns: 32, depth: 32)))
    #expect(!candidate.pays(Problem(rows: 96, columns: 2, depth: 32)))
  }

  @Test func `compiled sums begin with the bias and run in ascending order, in any tile`() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (rows, columns, depth) in [(1, 8, 4), (8, 8, 4), (15, 19, 13), (6, 3, 1), (23, 40, 31)] {
      let problem = Problem(rows: rows, columns: columns, depth: depth)
      let sample = LayerSample(
        filterCount: columns * depth, channels: columns, activation: .none, random: &random)
      let input = random.floats(rows * depth)
      let kernel = sample.make(
        MatrixMultiply.family.choice(for: problem, requested: .simd), problem, channels: columns)
      let expected = (0..<rows * columns).map { index in
        let (m, n) = index.quotientAndRemainder(dividingBy: columns)
        return (0..<depth).reduce(sample.bias?[n] ?? 0) { sum, k in
          adding(sum, input[m * depth + k], times: sample.filter[n * depth + k])
        }
      }
      #expect(run(kernel, problem, input) == expected, "\(problem), seed \(SeededGenerator.runSeed)")
    }
  }
}
