/// Functions of one number, applied element by element.
package enum UnaryElementwise {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let function: UnaryFunction
    package let count: Int
    package let element: NumberType

    /// A function of `count` elements.
    package init(_ function: UnaryFunction, count: Int, element: NumberType = .float32) {
      (self.function, self.count, self.element) = (function, count, element)
    }

    package var work: Int {
      KernelWork.of(count, each: element == .float32 ? KernelWork.costlyElement : KernelWork.element)
    }
  }

  /// Fastest first; integers only have the plain loops. A unit is an element.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "unary elementwise",
    kernels: [
      KernelCandidate(
        .simd, supports: { $0.function.vectorKernel != nil },
        make: { problem, _, _ in
          problem.function.vectorKernel.map { kernel in
            LoopKernel(problem.count, elementsPerUnit: 1) { kernel($0, $1.input(0), $1.output()) }
          }
        }),
      KernelCandidate(
        .reference, elements: NumberType.integers + [.float32],
        make: { problem, _, _ in
          let (function, element) = (problem.function, problem.element)
          return element == .float32
            ? LoopKernel(problem.count, elementsPerUnit: 1) { function.run($0, $1.input(0), $1.output()) }
            : LoopKernel(problem.count, elementsPerUnit: 1) {
              function.run(element, $0, $1.inputBytes(0), $1.outputBytes())
            }
        }),
    ])

  /// Each value clamped to `lower…upper`.
  package static func clamp(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, lower: Float,
    upper: Float
  ) {
    let low = Vector4(repeating: lower)
    let high = Vector4(repeating: upper)
    var i = range.lowerBound
    while i + 4 <= range.upperBound {
      Vector4(loading: input + i).limited(low, high).store(to: output + i)
      i += 4
    }
    while i < range.upperBound {
      let raised = input[i] < lower ? lower : input[i]
      output[i] = raised > upper ? upper : raised
      i += 1
    }
  }
}
