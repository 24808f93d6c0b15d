import EmittedKernels
import TensorKernels
import TestSupport
import Testing

@Suite struct BinaryElementwiseTests {
  typealias Operation = BinaryElementwise.Operation
  typealias Problem = BroadcastPair

  static let operations: [Operation] = [
    .add, .subtract, .multiply, .divide, .maximum, .minimum, .squaredDifference, .floorDivide, .floorModulo, .power,
  ]

  /// Pairs of shapes that broadcast, with the resulting shape.
  static let shapes: [(left: [Int], right: [Int], result: [Int])] = [
    ([], [], []), ([1], [], [1]), ([5], [], [5]), ([], [5], [5]), ([17], [17], [17]), ([3, 4], [4], [3, 4]),
    ([4], [3, 4], [3, 4]), ([3, 1], [1, 5], [3, 5]), ([2, 3, 9], [2, 3, 9], [2, 3, 9]),
    ([2, 3, 9], [9], [2, 3, 9]), ([2, 3, 9], [3, 1], [2, 3, 9]), ([2, 1, 8], [1, 3, 1], [2, 3, 8]),
    ([1, 1, 1, 7], [2, 3, 4, 7], [2, 3, 4, 7]), ([2, 3, 4, 1], [2, 1, 1, 5], [2, 3, 4, 5]),
    ([0], [1], [0]), ([3, 0], [1, 1], [3, 0]), ([0, 4], [4], [0, 4]), ([2, 0, 3], [2, 1, 3], [2, 0, 3]),
  ]

  private func run(
    _ operation: Operation, _ problem: Problem, _ left: [Float], _ right: [Float], count: Int,
    limits: (Float, Float) = (-.infinity, .infinity), elementsPerCall: Int? = nil, form: RowForm? = nil
  ) throws -> [Float] {
    let a = PaddedFloats(left)
    let b = PaddedFloats(right)
    let target = PaddedFloats(count: count)
    for elements in cuts(count, every: elementsPerCall ?? max(count, 1)) {
      // Some operations have no emitted form.
      if form == .machineCode,
        let kernel = MachineBinaryElementwise(operation, problem, lower: limits.0, upper: limits.1)
      {
        kernel.run(elements: elements, left: a.pointer, right: b.pointer, output: target.pointer)
        continue
      }
      let kernel = form != nil ? BinaryElementwise.run : BinaryElementwise.runReference
      kernel(operation, problem, elements, a.pointer, b.pointer, target.pointer, limits.0, limits.1)
    }
    #expect(target.isBorderIntact, "\(operation) wrote outside the output of \(problem)")
    return target.values
  }

  @Test(arguments: RowForm.available)
  func `each operation on two numbers`(form: RowForm) throws {
    let problem = Problem(left: [2], right: [2])
    let expected: [Operation: [Float]] = [
      .add: [8, -2], .subtract: [4, -4], .multiply: [12, -3], .divide: [3, -3], .maximum: [6, 1], .minimum: [2, -3],
      .squaredDifference: [16, 16], .floorDivide: [3, -3], .floorModulo: [0, 0], .power: [36, -3],
    ]
    for (operation, values) in expected {
      #expect(try run(operation, problem, [6, -3], [2, 1], count: 2, form: form) == values)
    }
  }

  @Test(arguments: RowForm.available)
  func `a row is added to each row of a matrix`(form: RowForm) throws {
    let problem = Problem(left: [2, 3], right: [3])
    let found = try run(.add, problem, [1, 2, 3, 4, 5, 6], [10, 20, 30], count: 6, form: form)
    #expect(found == [11, 22, 33, 14, 25, 36])
  }

  @Test(arguments: RowForm.available)
  func `a column is subtracted from each column of a matrix`(form: RowForm) throws {
    let problem = Problem(left: [2, 3], right: [2, 1])
    let found = try run(.subtract, problem, [1, 2, 3, 4, 5, 6], [1, 4], count: 6, form: form)
    #expect(found == [0, 1, 2, 0, 1, 2])
  }

  @Test func `dimensions that both operands walk alike are merged`() {
    #expect(Problem(left: [2, 3, 4], right: [2, 3, 4]).extents == [24])
    #expect(Problem(left: [2, 3, 4], right: [4]).extents == [6, 4])
    #expect(Problem(left: [2, 3, 4], right: []).extents == [24])
    #expect(Problem(left: [2, 1, 4], right: [2, 3, 4]).extents == [2, 3, 4])
    #expect(Problem(left: [], right: []).extents == [1])
  }

  @Test(arguments: operations, RowForm.available)
  func `runs agree with the element by element meaning for every pair of shapes`(
    operation: Operation, form: RowForm
  ) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    let limits: [(Float, Float)] = [(-.infinity, .infinity), (0, .infinity), (0, 6), (-1, 1)]
    for (index, shape) in Self.shapes.enumerated() {
      let problem = Problem(left: shape.left, right: shape.right)
      let count = shape.result.reduce(1, *)
      #expect(problem.rowCount * problem.rowLength == count)
      let left = random.floats(shape.left.reduce(1, *))
      let right = random.floats(shape.right.reduce(1, *))
      let expected = try run(operation, problem, left, right, count: count, limits: limits[index % 4])
      for elementsPerCall in [1, 3, 4, 7, max(count, 1)] {
        let found = try run(
          operation, problem, left, right, count: count, limits: limits[index % 4], elementsPerCall: elementsPerCall,
          form: form)
        #expect(
          Comparison.bitDifference(found, expected) == nil,
          "\(shape), \(elementsPerCall) a call, seed \(SeededGenerator.runSeed)")
      }
    }
  }

  @Test(arguments: operations, sizesAroundVectors)
  func `every length, with each operand broadcast or not`(operation: Operation, length: Int) throws {
    var random = SeededGenerator(seed: SeededGenerator.runSeed)
    for (left, right) in [([length], [length]), ([length], [1]), ([1], [length])] {
      let problem = Problem(left: left, right: right)
      let a = random.floats(left[0])
      let b = random.floats(right[0])
      let expected = try run(operation, problem, a, b, count: length)
      for form in RowForm.available {
        let found = try run(operation, problem, a, b, count: length, form: form)
        #expect(Comparison.bitDifference(found, expected) == nil, "\(form)")
      }
    }
  }

  @Test(arguments: operations, RowForm.available)
  func `infinities, zeros and NaNs go the same way in vectors and tails`(operation: Operation, form: RowForm) throws {
    let special: [Float] = [
      0, -0.0, 1, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    let left = special.flatMap { [Float](repeating: $0, count: special.count) }
    let right = special.flatMap { _ in special }
    let problem = Problem(left: [left.count], right: [right.count])
    for limits: (Float, Float) in [(-.infinity, .infinity), (0, 6)] {
      let expected = try run(operation, problem, left, right, count: left.count, limits: limits)
      for elementsPerCall in [1, 4, left.count] {
        let found = try run(
          operation, problem, left, right, count: left.count, limits: limits, elementsPerCall: elementsPerCall,
          form: form)
        #expect(Comparison.bitDifference(found, expected) == nil, "\(elementsPerCall) a call")
      }
    }
  }
}
