import TensorKernels

extension ElementComparison.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = operands.counts
    return KernelTrial(
      inputs: [TrialTensor(counts.left, element, .upTo(3)), TrialTensor(counts.right, element, .upTo(3))],
      outputs: [TrialTensor(counts.output, .bool)])
  }
}

extension ElementComparison {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ comparison: ElementComparison, _ type: NumberType, _ left: [Int], _ right: [Int]) -> Problem {
      Problem(comparison, BroadcastPair(left: left, right: right), element: type)
    }
    let comparisons: [ElementComparison] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    let shapes: [([Int], [Int])] = [
      ([77], [77]), ([3, 19], [19]), ([3, 19], [3, 1]), ([1], [41]), ([3, 5], [3, 5]),
    ]
    let integers = [NumberType.int32, .int64].flatMap { type in
      comparisons.flatMap { comparison in
        shapes.map {
          KernelCase.edge("\(comparison) of \(type) \($0.0) and \($0.1)", problem(comparison, type, $0.0, $0.1))
        }
      }
    }
    return integers + [
      .network("greater than a number", problem(.greater, .float32, [1, 64, 64, 16], [])),
      .edge("equal integers, one a row", problem(.equal, .int32, [3, 7], [3, 1])),
      .edge("both of two Booleans", problem(.both, .bool, [9], [9])),
      .edge("neither of two Booleans", problem(.neither, .bool, [9], [9])),
    ]
  }()
}
