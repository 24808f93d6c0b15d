import MudraPlatform

/// The activation of a recurrent network's cells and outputs, by TFLite's `ActivationFunctionType`.
package enum CellActivation: Int, Sendable {
  case relu = 1
  case reluMinus1To1, relu6, tanh

  package struct Problem: KernelProblem {
    let activation: CellActivation
    package let count: Int

    package init(_ activation: CellActivation, count: Int) { (self.activation, self.count) = (activation, count) }

    package var element: NumberType { .float32 }
    package var work: Int { KernelWork.of(count, each: KernelWork.costlyElement) }
  }

  /// A unit is an element. The output may be the input.
  package static let family = KernelFamily<Problem, any UnitKernel>("cell activation") { problem, _ in
    LoopKernel(problem.count) { range, operands in
      let (input, output) = (operands.input(0), operands.output())
      if output != input { (output + range.lowerBound).update(from: input + range.lowerBound, count: range.count) }
      for i in range { output[i] = problem.activation(output[i]) }
    }
  }

  func callAsFunction(_ value: Float) -> Float {
    switch self {
    case .relu: max(value, 0)
    case .reluMinus1To1: min(max(value, -1), 1)
    case .relu6: min(max(value, 0), 6)
    case .tanh: tanhf(value)
    }
  }
}
