import TensorKernels

extension BitwiseFunction.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = operands.counts
    func bytes(_ count: Int) -> TrialTensor { TrialTensor(count * byteCount, .uint8, .upTo(255)) }
    return KernelTrial(inputs: [bytes(counts.left), bytes(counts.right)], outputs: [bytes(counts.output)])
  }
}

extension BitwiseFunction {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ function: BitwiseFunction, _ left: [Int], _ right: [Int], _ byteCount: Int, _ isSigned: Bool
    ) -> Problem {
      Problem(function, BroadcastPair(left: left, right: right), byteCount: byteCount, isSigned: isSigned)
    }
    return [.network("integers of one shape", problem(.exclusiveOr, [1 << 16], [1 << 16], 4, true))]
      + [BitwiseFunction.exclusiveOr, .and, .shiftRight, .shiftLeft].flatMap { function in
        [1, 2, 4, 8].flatMap { size in
          (size == 8 ? [true] : [true, false]).map { isSigned in
            .edge(
              "\(function), \(8 * size) bits\(isSigned ? " with a sign" : "")",
              problem(function, [3, 5], size == 4 ? [5] : [3, 1], size, isSigned))
          }
        }
      }
  }()
}
