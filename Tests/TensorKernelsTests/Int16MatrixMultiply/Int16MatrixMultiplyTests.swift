import KernelChoice
import MachineCode
import TensorKernels
import TestSupport
import Testing

@Suite struct Int16MatrixMultiplyTests {
  typealias Problem = Int16MatrixMultiply.Problem

  private static let seed = SeededGenerator.runSeed

  private func problem(_ rows: Int, _ columns: Int, _ depth: Int, hasAddend: Bool = false) -> Problem {
    Problem(MatrixMultiply.Problem(rows: rows, columns: columns, depth: depth, hasAddend: hasAddend))
  }

  private func integers(_ problem: Problem, _ sample: LayerSample) -> Int16MatrixMultiply.Weights? {
    sample.filter.withUnsafeBufferPointer { filter in
      filter.baseAddress.flatMap {
        Int16MatrixMultiply.Weights(
          LayerWeights(filter: $0, epilogue: sample.epilogue(channels: problem.product.columns)), problem,
          inputLimit: 6)
      }
    }
  }

  /// The output of the first kernel that a provider has, with memory around it that must not change.
  private func run(
    _ provider: KernelProvider, _ problem: Problem, _ weights: Int16MatrixMultiply.Weights, _ input: [Float],
    addend: [Float]? = nil, rowsPerCall: Int? = nil, emitted: Bool = false
  ) -> [Float] {
    let kernel = Int16MatrixMultiply.family.kernel(
      for: problem, weights: weights, requested: provider, code: CodeAllocator()
    ).kernel
    // Two integers fill a float.
    let columns = problem.output == .floats ? problem.product.columns : problem.product.columns / 2
    let depth = problem.input == .floats ? problem.product.depth : problem.product.depth / 2
    let source = PaddedFloats(input)
    let added = addend.map { PaddedFloats($0) }
    let target = PaddedFloats(count: problem.product.rows * columns)
    let scratch = PaddedFloats(count: kernel.scratchCount)
    for rows in cuts(problem.product.rows, every: rowsPerCall ?? problem.product.rows) {
      let place = rows.lowerBound * columns
      let (from, to) = (source.pointer + rows.lowerBound * depth, target.pointer + place)
      let addend = added.map { UnsafePointer($0.pointer + place) }
      if emitted,
        let calls = kernel.calls(
          rows: rows.count, input: from, addend: addend, output: to, scratch: scratch.pointer)
      {
        for call in calls { call.run() }
      } else {
        kernel.run(rows: rows.count, input: from, addend: addend, output: to, scratch: scratch.pointer)
      }
    }
    #expect(target.isBorderIntact && scratch.isBorderIntact, "\(type(of: kernel)) wrote outside of \(problem)")
    return (0..<problem.product.rows * columns).map { target.pointer[$0] }
  }

  @Test(arguments: KernelProvider.available)
  func `two rows times a filter whose weights are steps`(provider: KernelProvider) throws {
    let problem = problem(2, 2, 2)
    let sample = LayerSample(filter: [1, -1, 2, 1], bias: [10, 20])
    let found = run(provider, problem, try #require(integers(problem, sample)), [1, 0, 3, 3])
    for (value, expected) in zip(found, [11, 22, 10, 29] as [Float]) { #expect(abs(value - expected) < 0.002) }
  }

  @Test(arguments: KernelProvider.available.filter { $0 != .reference })
  func `all kernels compute the same as the plain loops, in any cut between groups`(provider: KernelProvider) throws {
    var random = SeededGenerator(seed: Self.seed)
    let activations = LayerSample.Activation.allCases
    var count = 0
    for rows in [1, 2, 5, 6, 7, 12, 13, 31] {
      for columns in [1, 7, 8, 16, 24, 33, 40] {
        for depth in [1, 2, 7, 8, 15, 16, 17, 24, 33, 40, 130] {
          let problem = problem(rows, columns, depth, hasAddend: count % 2 == 0)
          let sample = LayerSample(
            filterCount: columns * depth, channels: columns, activation: activations[count % activations.count],
            random: &random)
          let weights = try #require(integers(problem, sample))
          let input = random.floats(rows * depth)
          let addend = count % 2 == 0 ? random.floats(rows * columns) : nil
          let expected = run(.reference, problem, weights, input, addend: addend)
          for rowsPerCall in [rows, 4, 8] {
            let found = run(
              provider, problem, weights, input, addend: addend, rowsPerCall: rowsPerCall, emitted: count % 3 == 0)
            #expect(found == expected, "\(problem), \(rowsPerCall) rows a call, seed \(Self.seed)")
          }
          count += 1
        }
      }
    }
  }

  @Test(arguments: KernelProvider.available.filter { $0 != .reference }, [false, true])
  func `rows of integers, and results, are those of the plain loops`(provider: KernelProvider, stores: Bool) throws {
    typealias Values = Problem.Values
    var random = SeededGenerator(seed: Self.seed)
    for (from, to) in [(Values.integers, Values.floats), (.floats, .integers), (.integers, .integers)] {
      for rows in [1, 5, 12, 13, 31] {
        for columns in [8, 16, 24, 40, 56] {
          for depth in [8, 16, 40, 136] {
            let problem = Problem(
              MatrixMultiply.Problem(rows: rows, columns: columns, depth: depth, hasAddend: to == .floats && stores),
              input: from, output: to)
            let sample = LayerSample(
              filterCount: columns * depth, channels: columns, activation: to == .floats ? .slopes : .relu6,
              random: &random)
            let weights = try #require(integers(problem, sample))
            let input =
              from == .floats
              ? random.floats(rows * depth)
              : random.floats(rows * depth / 2).map { Float(bitPattern: UInt32(abs($0) * 8191) * 0x1_0001) }
            let addend = problem.product.hasAddend ? random.floats(rows * columns) : nil
            let expected = run(.reference, problem, weights, input, addend: addend)
            for rowsPerCall in [rows, 4] {
              let found = run(
                provider, problem, weights, input, addend: addend, rowsPerCall: rowsPerCall, emitted: stores)
              #expect(
                found.map(\.bitPattern) == expected.map(\.bitPattern), "\(problem), seed \(Self.seed)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `integers stand for values between the limits, and what is not a number for zero`(
    provider: KernelProvider
  ) throws {
    // One row of which the sums are -1, 0, 1.5, 4.5, 6 and more; then one with a number that is not one.
    let problem = Problem(MatrixMultiply.Problem(rows: 8, columns: 8, depth: 8), output: .integers)
    let sums: [Float] = [-1, 0, 1.5, 4.5, 6, 6.5, 1e9, -1e9]
    let sample = LayerSample(filter: (0..<64).map { $0 % 8 == 0 ? 1 : 0 }, bias: sums, activation: .relu6)
    let weights = try #require(integers(problem, sample))
    func row(_ value: Float, _ y: Int) -> [Int] {
      let input = (0..<64).map { $0 == y * 8 ? value : 0 }
      let found = run(provider, problem, weights, input)
      let words = found[y * 4..<y * 4 + 4].map(\.bitPattern)
      return words.flatMap { [Int($0 & 0xFFFF), Int($0 >> 16)] }
    }
    #expect(row(0, 0) == [0, 0, 8192, 24575, 32767, 32767, 32767, 0])
    #expect(row(.nan, 5) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(row(.infinity, 5) == [Int](repeating: 32767, count: 8))
  }

  @Test(arguments: KernelProvider.available)
  func `the largest sums do not overflow`(provider: KernelProvider) throws {
    // Equal weights and equal inputs: every product has the same sign and all values are as large as they get.
    for depth in [8, 100, 4000, 1 << 14] {
      let problem = problem(2, 8, depth)
      let sample = LayerSample(filter: [Float](repeating: -3, count: 8 * depth), bias: [Float](repeating: 0, count: 8))
      let found = run(
        provider, problem, try #require(integers(problem, sample)), [Float](repeating: 2, count: 2 * depth))
      for value in found { #expect(abs(value / (-6 * Float(depth)) - 1) < 0.05, "\(depth) terms give \(value)") }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `a result is as far off as rounding to steps can make it`(provider: KernelProvider) throws {
    var random = SeededGenerator(seed: Self.seed)
    let (rows, columns, depth) = (8, 16, 96)
    let problem = problem(rows, columns, depth)
    let sample = LayerSample(filterCount: columns * depth, channels: columns, activation: .none, random: &random)
    let input = random.floats(rows * depth)
    let found = run(provider, problem, try #require(integers(problem, sample)), input)
    for m in 0..<rows {
      let row = input[m * depth..<(m + 1) * depth].map(Double.init)
      let group = input[m / 4 * 4 * depth..<(m / 4 * 4 + 4) * depth].map(Double.init)
      let step = (group.map(abs).max() ?? 0) / 8191
      for n in 0..<columns {
        let filter = sample.filter[n * depth..<(n + 1) * depth].map(Double.init)
        let (sum, largest) = (filter.reduce(0) { $0 + abs($1) }, filter.map(abs).max() ?? 0)
        let weightStep = max(largest / 32767, sum / (262_144 - Double(depth) / 2))
        let exact = zip(row, filter).reduce(Double(sample.bias?[n] ?? 0)) { $0 + $1.0 * $1.1 }
        let bound = 0.5 * step * sum + 0.5 * weightStep * row.reduce(0) { $0 + abs($1) } + 1e-4
        #expect(abs(Double(found[m * columns + n]) - exact) <= bound * 1.01)
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `groups that cannot be converted have float32 sums, and the others are as without them`(
    provider: KernelProvider
  ) throws {
    var random = SeededGenerator(seed: Self.seed)
    let (rows, columns, depth) = (15, 24, 19)
    let problem = problem(rows, columns, depth)
    let sample = LayerSample(filterCount: columns * depth, channels: columns, activation: .none, random: &random)
    let weights = try #require(integers(problem, sample))
    let plain = random.floats(rows * depth)
    let expected = run(.reference, problem, weights, plain)
    for (row, value) in [(0, Float.nan), (7, .infinity), (14, -.infinity), (3, 0x1p101)] {
      var input = plain
      input[row * depth + 4] = value
      for emitted in [false, true] {
        let found = run(provider, problem, weights, input, emitted: emitted)
        for m in 0..<rows where m / 4 != row / 4 {
          #expect(found[m * columns..<(m + 1) * columns] == expected[m * columns..<(m + 1) * columns])
        }
        let odd = found[row * columns..<(row + 1) * columns]
        #expect(value.isNaN ? odd.allSatisfy(\.isNaN) : odd.allSatisfy { $0.isInfinite || abs($0) > 0x1p80 })
      }
    }
  }

  @Test(arguments: KernelProvider.available)
  func `rows of zeros and of tiny numbers give the bias`(provider: KernelProvider) throws {
    var random = SeededGenerator(seed: Self.seed)
    let problem = problem(6, 8, 16)
    let sample = LayerSample(filterCount: 8 * 16, channels: 8, activation: .none, random: &random)
    let weights = try #require(integers(problem, sample))
    for value in [0, -0.0, .leastNonzeroMagnitude, 0x1p-120] as [Float] {
      let found = run(provider, problem, weights, [Float](repeating: value, count: 6 * 16))
      #expect(found == (0..<6).flatMap { _ in sample.bias ?? [] })
    }
  }

  @Test(arguments: KernelProvider.available)
  func `slopes of at most one, of more and of zero give what the plain loops give`(provider: KernelProvider) throws {
    let problem = problem(6, 8, 16)
    let filter = (0..<8 * 16).map { Float($0 % 11) - 5 }
    let input = (0..<6 * 16).map { Float($0 % 7) - 3 }
    for slope in [0.25, 1, 1.5, -2, 0] as [Float] {
      for bias in [-1, -.infinity, .infinity, .nan] as [Float] {
        let slopes = [Float](repeating: slope, count: 8)
        let epilogue = [Float](repeating: bias, count: 8).withUnsafeBufferPointer { bias in
          Epilogue(
            bias: bias, channels: 8,
            activation: .slopes(slopes.withUnsafeBufferPointer { AlignedBuffer($0, paddedTo: 8) }))
        }
        let weights = try #require(
          filter.withUnsafeBufferPointer { filter in
            filter.baseAddress.flatMap {
              Int16MatrixMultiply.Weights(LayerWeights(filter: $0, epilogue: epilogue), problem)
            }
          })
        let expected = run(.reference, problem, weights, input)
        for (value, wanted) in zip(run(provider, problem, weights, input), expected) {
          #expect(value == wanted || value.isNaN && wanted.isNaN, "slope \(slope), bias \(bias)")
        }
      }
    }
  }

  @Test func `filters that 16 bits cannot represent have no weights`() {
    let problem = problem(6, 2, 3)
    for value in [Float.nan, .infinity, 0x1p61, 0x1p-61] {
      #expect(integers(problem, LayerSample(filter: [1, 2, 3, value, 0, 0], bias: [0, 0])) == nil)
    }
    #expect(integers(problem, LayerSample(filter: [1, 2, 3, 0, 0, 0], bias: [0, 0])) != nil)
  }

  @Test func `float32 is left where its products are fewer than a conversion is worth`() {
    func kernel(_ rows: Int, _ columns: Int, _ depth: Int, hasAddend: Bool = false) -> KernelProvider? {
      var random = SeededGenerator(seed: 1)
      let filter = random.floats(columns * depth)
      return filter.withUnsafeBufferPointer { filter in
        filter.baseAddress.flatMap {
          Int16MatrixMultiply.kernel(
            for: MatrixMultiply.Problem(rows: rows, columns: columns, depth: depth, hasAddend: hasAddend),
            weights: LayerWeights(
              filter: $0, epilogue: Epilogue(bias: nil, channels: columns, activation: .none)),
            requested: .simd, code: CodeAllocator())?.provider
        }
      }
    }
    #expect(kernel(36, 32, 32) == .simd)
    #expect(kernel(1, 64, 1152) == nil, "a dense layer")
    #expect(kernel(36, 6, 256) == nil, "few columns")
    #expect(kernel(36, 32, 3) == nil, "short sums")
    #expect(kernel(36, 35, 32) == .simd)
    #expect(kernel(36, 35, 32, hasAddend: true) == nil, "columns that fill no vectors, with an addend")
    #expect(kernel(6, 24, (1 << 14) + 1) == nil, "sums that could overflow")
  }
}
