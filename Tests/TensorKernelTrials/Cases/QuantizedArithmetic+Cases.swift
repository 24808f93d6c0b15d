import TensorKernels

extension QuantizedArithmetic.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = operands.counts
    return KernelTrial(
      inputs: [
        TrialTensor(counts.left, element, .upTo(255)), TrialTensor(counts.right, element, .upTo(255)),
      ], outputs: [TrialTensor(counts.output, element)])
  }
}

extension QuantizedArithmetic {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ operation: Operation, _ left: [Int], _ right: [Int], scales: (Float, Float, Float) = (0.021, 0.05, 0.033),
      isSigned: Bool
    ) -> Problem {
      let isExtreme = operation == .maximum || operation == .minimum
      let zeroPoints = isSigned ? (5, -9, 3) : (133, 119, 131)
      return Problem(
        operation, BroadcastPair(left: left, right: right), left: (scales.0, zeroPoints.0),
        right: isExtreme ? (scales.0, zeroPoints.0) : (scales.1, zeroPoints.1),
        output: isExtreme
          ? ByteRange(isSigned: isSigned, zeroPoint: zeroPoints.0)
          : ByteRange(isSigned: isSigned, zeroPoint: zeroPoints.2, limits: isSigned ? -120...127 : 2...255),
        outputScale: operation == .multiply ? scales.0 * scales.1 * 90 : isExtreme ? scales.0 : scales.2)
    }
    let networks: [KernelCase<Problem>] = [
      .network("residual sum of a MobileNet v2", problem(.add, [1, 28, 28, 32], [1, 28, 28, 32], isSigned: true)),
      .network("product with a number a channel", problem(.multiply, [1, 28, 28, 240], [240], isSigned: true)),
      .network("slopes of the hand detector", problem(.parametricReLU, [1, 96, 96, 32], [32], isSigned: true)),
    ]
    let shapes: [([Int], [Int])] = [
      ([33], [33]), ([3, 7], [7]), ([5, 1], [5, 9]), ([2, 1, 8], [2, 3, 1]), ([0, 4], [4]),
    ]
    let operations: [Operation] = [.add, .subtract, .multiply, .maximum, .minimum, .parametricReLU]
    let edges = operations.flatMap { operation in
      shapes.flatMap { shape in
        [false, true].map {
          KernelCase.edge(
            "\(operation) of \(shape.0) and \(shape.1)\($0 ? ", with signs" : "")",
            problem(operation, shape.0, shape.1, isSigned: $0))
        }
      }
    }
    let differences: [(Float, Float, Float)] = [(0.05, 0.021, 0.033), (0.05, 0.05, 0.07), (0.9, 0.04, 0.046)]
    let scales: [KernelCase<Problem>] = differences.flatMap { scales in
      [Operation.add, .subtract].flatMap { operation in
        [(29, true), (200, false)].map { count, isSigned in
          .edge(
            "\(operation) of \(count), scales \(scales.0) and \(scales.1)",
            problem(operation, [count], [count], scales: scales, isSigned: isSigned))
        }
      }
    }
    return networks + edges + scales
  }()
}
