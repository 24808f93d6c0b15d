import EmittedKernels
import KernelChoice
import MachineCode
import TensorKernels
import TestSupport
import Testing

@Suite struct ReductionTests {
  private func run(
    _ operation: Reduction.Operation, _ shape: [Int], over axes: Set<Int>, _ input: [Float], form: RowForm = .simd
  ) -> [Float] {
    let source = PaddedFloats(input)
    var count = 1
    for (axis, extent) in shape.enumerated() where !axes.contains(axis) { count *= extent }
    let target = PaddedFloats(count: count)
    let isReduced = shape.indices.map(axes.contains)
    if form == .machineCode, let kernel = MachineReduction(operation, shape: shape, isReduced: isReduced) {
      kernel.run(input: source.pointer, output: target.pointer)
    } else {
      Reduction.run(
        operation, shape: shape, isReduced: isReduced, input: source.pointer, output: target.pointer)
    }
    #expect(target.isBorderIntact, "\(operation) of \(shape) over \(axes) wrote outside its output")
    return target.values
  }

  @Test(arguments: RowForm.available)
  func `rows, columns and everything of a matrix`(form: RowForm) {
    let input: [Float] = [1, 2, 3, 4, 5, 12]
    #expect(run(.sum, [2, 3], over: [1], input, form: form) == [6, 21])
    #expect(run(.sum, [2, 3], over: [0], input, form: form) == [5, 7, 15])
    #expect(run(.sum, [2, 3], over: [0, 1], input, form: form) == [27])
    #expect(run(.mean, [2, 3], over: [1], input, form: form) == [2, 7])
    #expect(run(.maximum, [2, 3], over: [0], input, form: form) == [4, 5, 12])
    #expect(run(.minimum, [2, 3], over: [0, 1], input, form: form) == [1])
  }

  @Test(arguments: KernelProvider.available)
  func `an extreme of a row is no NaN, and of two zeros the first`(provider: KernelProvider) {
    func extremes(_ operation: Reduction.Operation, _ rows: [[Float]]) -> [Float] {
      let problem = Reduction.Problem(operation, shape: [rows.count, rows[0].count], isReduced: [false, true])
      let kernel = Reduction.family.kernel(for: problem, weights: (), requested: provider, code: CodeAllocator()).kernel
      let source = PaddedFloats(rows.flatMap { $0 }), target = PaddedFloats(count: rows.count)
      let operands = [source.pointer, target.pointer].map { UnsafeMutableRawPointer($0) as UnsafeMutableRawPointer? }
      operands.withUnsafeBufferPointer { operands in
        guard let inputs = operands.baseAddress else { return }
        kernel.run(
          units: 0..<kernel.unitCount,
          KernelOperands(inputs: inputs, outputs: inputs + 1, scratch: source.pointer))
      }
      return withExtendedLifetime(source) { target.values }
    }
    for length in [3, 16, 21, 40, 77] {
      for place in 0..<length {
        var rows = [[Float]](repeating: [Float](repeating: -1, count: length), count: 4)
        rows[0][place] = -0.0
        for later in place + 1..<length { rows[0][later] = 0 }
        rows[1][place] = 0
        for later in place + 1..<length { rows[1][later] = -0.0 }
        rows[2] = [Float](repeating: .nan, count: length)
        rows[2][place] = -3
        rows[3][place] = 7
        #expect(Comparison.bitDifference(extremes(.maximum, rows), [-0.0, 0, -3, 7]) == nil)
        rows[3] = rows[3].map { -$0 }
        for row in 0..<2 { rows[row] = rows[row].map { $0 == -1 ? 1 : $0 } }
        #expect(Comparison.bitDifference(extremes(.minimum, rows), [-0.0, 0, -3, -7]) == nil)
      }
    }
  }

  @Test(arguments: RowForm.available)
  func `no axes change nothing, and a scalar is its own sum`(form: RowForm) {
    #expect(run(.sum, [2, 2], over: [], [1, 2, 3, 4], form: form) == [1, 2, 3, 4])
    #expect(run(.sum, [], over: [], [7], form: form) == [7])
  }

  @Test(arguments: RowForm.available)
  func `an empty group gives the value that changes nothing`(form: RowForm) {
    #expect(run(.sum, [0, 2], over: [0], [], form: form) == [0, 0])
    #expect(run(.maximum, [2, 0], over: [1], [], form: form) == [-.infinity, -.infinity])
    #expect(run(.minimum, [0], over: [0], [], form: form) == [.infinity])
    #expect(run(.mean, [0], over: [0], [], form: form).allSatisfy { $0.isNaN })
    #expect(run(.sum, [3, 0, 2], over: [0], [], form: form) == [])
  }

  @Test(arguments: [Reduction.Operation.sum, .mean, .maximum, .minimum, .product], RowForm.available)
  func `every set of axes agrees with a walk over the elements`(operation: Reduction.Operation, form: RowForm) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let shape = [2, 3, 4, 5]
    let input = random.floats(120)
    for mask in 0..<16 {
      let axes = Set((0..<4).filter { mask & 1 << $0 != 0 })
      var groups: [[Int]: [Float]] = [:]
      for element in 0..<120 {
        var rest = element
        var place: [Int] = []
        for axis in (0..<4).reversed() {
          if !axes.contains(axis) { place.insert(rest % shape[axis], at: 0) }
          rest /= shape[axis]
        }
        groups[place, default: []].append(input[element])
      }
      let expected = groups.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { key -> Float in
        let values = groups[key] ?? []
        return switch operation {
        case .sum: values.reduce(0, +)
        case .mean: values.reduce(0, +) * (1 / Float(values.count))
        case .maximum: values.max() ?? -.infinity
        case .minimum: values.min() ?? .infinity
        case .product: values.reduce(1, *)
        }
      }
      let found = run(operation, shape, over: axes, input, form: form)
      #expect(Comparison.bitDifference(found, expected) == nil, "axes \(axes)")
    }
  }

  @Test(arguments: [Reduction.Operation.sum, .mean, .maximum, .minimum, .product], RowForm.available)
  func `columns and rows of every length give the bits of a plain loop`(
    operation: Reduction.Operation, form: RowForm
  ) {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for inner in sizesAroundVectors + [32, 40, 71] {
      for (outer, reduced) in [(1, 1), (3, 5), (2, 1), (1, 49)] {
        var input = random.floats(outer * reduced * inner)
        input[input.count / 2] = .nan
        var expected: [Float] = []
        for a in 0..<outer {
          for c in 0..<inner {
            let starts: [Reduction.Operation: Float] = [.maximum: -.infinity, .minimum: .infinity, .product: 1]
            var value = starts[operation] ?? 0
            for b in 0..<reduced {
              let next = input[(a * reduced + b) * inner + c]
              switch operation {
              case .sum, .mean: value += next
              case .maximum: value = next > value ? next : value
              case .minimum: value = next < value ? next : value
              case .product: value *= next
              }
            }
            expected.append(operation == .mean ? value * (1 / Float(reduced)) : value)
          }
        }
        let found = run(operation, [outer, reduced, inner], over: [1], input, form: form)
        #expect(Comparison.bitDifference(found, expected) == nil, "\(outer)×\(reduced)×\(inner)")
      }
    }
  }

  @Test(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"))
  func `axes that do not merge to kept, reduced, kept have no emitted form`() {
    #expect(MachineReduction(.sum, shape: [2, 3, 4, 5], isReduced: [true, false, true, false]) == nil)
    #expect(MachineReduction(.sum, shape: [2, 3, 1, 5], isReduced: [true, false, true, false]) != nil)
  }

  @Test func `sums over the halves of a split axis add up to the whole`() {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let input = random.floats(2 * 8 * 3)
    let whole = run(.sum, [2, 8, 3], over: [1], input)
    let halves = run(.sum, [2, 2, 4, 3], over: [2], input)
    let joined = run(.sum, [2, 2, 3], over: [1], halves)
    let magnitudes = run(.sum, [2, 8, 3], over: [1], input.map(abs))
    let difference = Comparison.difference(joined, whole) {
      Comparison.reorderedSum(terms: 8, magnitude: magnitudes[$0])
    }
    #expect(difference == nil)
  }
}
