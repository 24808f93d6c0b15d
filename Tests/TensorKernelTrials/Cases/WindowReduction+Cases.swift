import TensorKernels

extension WindowReduction: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(
      inputs: [TrialTensor(inputCount, element, .upTo(9)), TrialTensor(1, element, .upTo(9))],
      outputs: [TrialTensor(outputCount, element)])
  }

  package static let cases: [KernelCase<WindowReduction>] = {
    func problem(_ operation: Operation, _ element: NumberType, side: Int) -> WindowReduction {
      // Windows of 3×2, of whose elements some are left out.
      WindowReduction(
        operation, of: element, shape: [2, side, side], output: [2, (side - 5) / 2 + 1, side - 1],
        window: [(1, 1, 1), (3, 2, 2), (2, 1, 1)])
    }
    return [.network("maxima of a picture", problem(.maximum, .float32, side: 64))]
      + NumberType.allCases.flatMap { element in
        (element == .bool ? [.all, .any] : [.sum, .product, .minimum, .maximum]).map {
          .edge("\($0) of \(element)", problem($0, element, side: 7))
        }
      }
  }()
}
