import TensorKernels
import TestSupport
import Testing

@Suite struct ReductionTests {
  private func run(_ operation: Reduction.Operation, _ shape: [Int], over axes: Set<Int>, _ input: [Float]) -> [Float] {
    let source = PaddedFloats(input)
    var count = 1
    for (axis, extent) in shape.enumerated() where !axes.contains(axis) { count *= extent }
    let target = PaddedFloats(count: count)
    Reduction.run(
      operation, shape: shape, isReduced: shape.indices.map(axes.contains), input: source.pointer,
      output: target.pointer)
    #expect(target.isBorderIntact, "\(operation) of \(shape) over \(axes) wrote outside its output")
    return target.values
  }

  @Test func `rows, columns and everything of a matrix`() {
    let input: [Float] = [1, 2, 3, 4, 5, 12]
    #expect(run(.sum, [2, 3], over: [1], input) == [6, 21])
    #expect(run(.sum, [2, 3], over: [0], input) == [5, 7, 15])
    #expect(run(.sum, [2, 3], over: [0, 1], input) == [27])
    #expect(run(.mean, [2, 3], over: [1], input) == [2, 7])
    #expect(run(.maximum, [2, 3], over: [0], input) == [4, 5, 12])
    #expect(run(.minimum, [2, 3], over: [0, 1], input) == [1])
  }

  @Test func `no axes change nothing, and a scalar is its own sum`() {
    #expect(run(.sum, [2, 2], over: [], [1, 2, 3, 4]) == [1, 2, 3, 4])
    #expect(run(.sum, [], over: [], [7]) == [7])
  }

  @Test func `an empty group gives the value that changes nothing`() {
    #expect(run(.sum, [0, 2], over: [0], []) == [0, 0])
    #expect(run(.maximum, [2, 0], over: [1], []) == [-.infinity, -.infinity])
    #expect(run(.minimum, [0], over: [0], []) == [.infinity])
    #expect(run(.mean, [0], over: [0], []).allSatisfy { $0.isNaN })
    #expect(run(.sum, [3, 0, 2], over: [0], []) == [])
  }

  @Test(arguments: [Reduction.Operation.sum, .mean, .maximum, .minimum])
  func `every set of axes agrees with a walk over the elements`(operation: Reduction.Operation) {
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
        }
      }
      #expect(Comparison.bitDifference(run(operation, shape, over: axes, input), expected) == nil, "axes \(axes)")
    }
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
