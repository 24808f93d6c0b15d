import MudraPlatform

/// Absolute values of complex numbers, which are two floats each.
package enum ComplexMagnitude {
  package struct Problem: KernelProblem {
    package let count: Int

    package init(count: Int) { self.count = count }

    package var element: NumberType { .float32 }
    package var work: Int { KernelWork.of(count, each: KernelWork.costlyElement) }
  }

  /// A unit is a number.
  package static let family = KernelFamily<Problem, any UnitKernel>("complex magnitude") { problem, _ in
    LoopKernel(problem.count) { range, operands in
      let (numbers, output) = (operands.input(0), operands.output())
      for i in range { output[i] = hypotf(numbers[2 * i], numbers[2 * i + 1]) }
    }
  }
}
