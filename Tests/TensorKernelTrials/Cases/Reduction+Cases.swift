import KernelChoice
import TensorKernels

extension Reduction.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(
      inputs: [TrialTensor(shape.reduce(1, *), element, .upTo(element == .float32 ? 3 : 127))],
      outputs: [TrialTensor(groups.count, element)], tolerance: tolerance)
  }

  /// Sums of long rows have several parts.
  private var tolerance: TrialTolerance {
    guard operation == .sum || operation == .mean else { return .exact }
    let form = Reduction.family.choice(for: self, requested: nil).form
    return form == "rows" ? .reorderedSum(terms: groups.groupCount) : .exact
  }
}

extension Reduction {
  package static let cases: [KernelCase<Problem>] = {
    let networks: [KernelCase<Problem>] = [
      .network(
        "mean of the landmark network's last picture",
        Problem(.mean, shape: [1, 7, 7, 1152], isReduced: [false, true, true, false])),
      .network("sums of rows", Problem(.sum, shape: [512, 64], isReduced: [false, true])),
      .network("largest of rows", Problem(.maximum, shape: [512, 64], isReduced: [false, true])),
    ]
    let shapes: [([Int], [Bool])] = [
      ([3, 43], [false, true]), ([5, 17], [false, true]), ([2, 128], [false, true]), ([2, 5, 9], [false, true, true]),
      ([3, 5, 9], [false, true, false]), ([4, 7], [false, true]), ([7, 4], [true, false]), ([5], [true]),
      ([5], [false]),
      ([2, 3, 4, 5], [true, false, true, false]), ([0, 2], [true, false]),
    ]
    let edges = [Operation.sum, .mean, .maximum, .minimum, .product].flatMap { operation in
      shapes.map {
        KernelCase.edge(
          "\(operation) of \($0.0) over \($0.1)", Problem(operation, shape: $0.0, isReduced: $0.1))
      }
    }
    let integers = [NumberType.int32, .bool].map {
      KernelCase.edge("largest \($0)", Problem(.maximum, shape: [3, 5], isReduced: [false, true], element: $0))
    }
    let merged = [NumberType.int32, .int64, .int16].flatMap { element in
      [Operation.sum, .product, .maximum, .minimum].flatMap { operation in
        [([3, 43], [false, true]), ([2, 5, 37], [false, true, false]), ([2, 0], [false, true])].map {
          KernelCase.edge(
            "\(operation) of \(element) in \($0.0)",
            Problem(operation, shape: $0.0, isReduced: $0.1, element: element))
        }
      }
    }
    let places: [([Int], [Bool])] = [
      ([2, 7, 5, 64], [false, true, true, false]), ([3, 19, 37], [false, true, false]),
      ([2, 300, 40], [false, true, false]), ([2, 21, 3], [false, true, false]), ([5, 90], [false, true]),
      ([3, 16], [false, true]), ([3, 31], [false, true]), ([3, 32], [false, true]), ([3, 173], [false, true]),
      ([2, 1024], [false, true]), ([600, 17], [false, true]), ([1, 7], [false, true]),
      ([2, 3, 4, 5], [true, false, true, false]),
    ]
    let bytes = places.flatMap { shape, isReduced in
      [NumberType.int8, .uint8].flatMap { element in
        let range = ByteRange(isSigned: element == .int8, zeroPoint: 7)
        let count = zip(shape, isReduced).reduce(1) { $1.1 ? $0 * $1.0 : $0 }
        let sum = ByteSum(range, to: range, scales: (0.03, 1))
        let mean = ByteSum(meanOf: range, to: range, scales: (1.7, 1), count: count)
        return [
          KernelCase.edge(
            "sum of quantized \(element) in \(shape)",
            Problem(.sum, shape: shape, isReduced: isReduced, element: element, byteSum: sum)),
          .edge(
            "mean of quantized \(element) in \(shape)",
            Problem(.mean, shape: shape, isReduced: isReduced, element: element, byteSum: mean)),
          .edge(
            "largest \(element) in \(shape)", Problem(.maximum, shape: shape, isReduced: isReduced, element: element)),
          .edge(
            "least \(element) in \(shape)", Problem(.minimum, shape: shape, isReduced: isReduced, element: element)),
        ]
      }
    }
    // Groups of two, of which some are all true or all false, and of none.
    let few: [([Int], [Bool])] = [
      ([64, 2], [false, true]), ([2, 2, 200], [false, true, false]), ([2, 0], [false, true]),
    ]
    let extremes = (places + few).flatMap { shape, isReduced in
      [NumberType.int16, .bool].flatMap { element in
        [Operation.maximum, .minimum].map {
          KernelCase.edge(
            "\($0) of \(element) in \(shape)", Problem($0, shape: shape, isReduced: isReduced, element: element))
        }
      }
    }
    return networks + edges + integers + merged + bytes + extremes
  }()
}
