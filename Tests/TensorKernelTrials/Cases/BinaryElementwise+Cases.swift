import TensorKernels

extension BroadcastPair {
  /// Elements of the left operand, of the right one and of the output.
  var counts: (left: Int, right: Int, output: Int) {
    func count(_ steps: [Int]) -> Int { zip(extents, steps).reduce(1) { $1.1 == 0 ? $0 : $0 * $1.0 } }
    return (count(leftSteps), count(rightSteps), broadcasting.elementCount)
  }
}

extension BinaryElementwise.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = operands.counts
    // No divisor is zero, and no base negative.
    let values: TrialTensor.Values = operation.isQuotient || operation == .power ? .positive(3) : .upTo(100)
    return KernelTrial(
      inputs: [TrialTensor(counts.left, element, values), TrialTensor(counts.right, element, values)],
      outputs: [TrialTensor(counts.output, element)])
  }
}

extension BinaryElementwise {
  package static let cases: [KernelCase<Problem>] = {
    let operations: [Operation] = [
      .add, .subtract, .multiply, .divide, .maximum, .minimum, .squaredDifference, .floorDivide, .floorModulo, .power,
      .angle,
    ]
    func problem(_ operation: Operation, _ left: [Int], _ right: [Int], _ type: NumberType = .float32) -> Problem {
      Problem(operation, BroadcastPair(left: left, right: right), element: type, lower: -50, upper: 50)
    }
    let networks: [KernelCase<Problem>] = [
      .network("residual sum of the hand detector", problem(.add, [1, 24, 24, 128], [1, 24, 24, 128])),
      .network("product with a number a channel", problem(.multiply, [1, 28, 28, 240], [240])),
    ]
    let shapes: [([Int], [Int])] = [
      ([33], [33]), ([3, 7], [7]), ([5, 1], [5, 9]), ([2, 1, 8], [2, 3, 1]), ([0, 4], [4]),
    ]
    let edges = operations.flatMap { operation in
      shapes.map { KernelCase.edge("\(operation) of \($0.0) and \($0.1)", problem(operation, $0.0, $0.1)) }
    }
    // Without limits, which emitted products do not have.
    let products = shapes.map {
      let operands = BroadcastPair(left: $0.0, right: $0.1)
      return KernelCase.edge(
        "integer products of \($0.0) and \($0.1)", Problem(.multiply, operands, element: .int32))
    }
    let integers = [NumberType.int32, .int64].map { KernelCase.edge("sum of \($0)", problem(.add, [3, 7], [7], $0)) }
    return networks + edges + products + integers
  }()
}
