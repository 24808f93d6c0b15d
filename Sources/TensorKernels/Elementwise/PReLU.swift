import MachineCode

/// Negative values times a slope, with NumPy's broadcasting of the slopes.
package enum PReLU {
  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let operands: BroadcastPair
    package let element: NumberType

    /// Operands: input and slopes.
    package init(_ operands: BroadcastPair, element: NumberType = .float32) {
      (self.operands, self.element) = (operands, element)
    }

    var elementCount: Int { operands.broadcasting.elementCount }
  }

  /// Fastest first. A unit is an element.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "PReLU",
    kernels: [
      KernelCandidate(
        .machineCode, supports: { _ in MachineCodeSupport.obstacle == nil },
        make: { problem, _, _ in MachineBinaryElementwise(slopes: problem.operands) }),
      KernelCandidate(
        .simd,
        make: { problem, _, _ in
          LoopKernel(problem.elementCount, elementsPerUnit: 1) {
            run(problem.operands, elements: $0, input: $1.input(0), slopes: $1.input(1), output: $1.output())
          }
        }),
      KernelCandidate(
        .reference,
        make: { problem, _, _ in
          LoopKernel(problem.elementCount, elementsPerUnit: 1) {
            runReference(problem.operands, elements: $0, input: $1.input(0), slopes: $1.input(1), output: $1.output())
          }
        }),
    ])

  /// Computes elements `elements` of the flattened output.
  package static func run(
    _ problem: BroadcastPair, elements: Range<Int>, input: UnsafePointer<Float>,
    slopes: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    let length = problem.rowLength
    let inputStep = problem.leftSteps[problem.leftSteps.count - 1]
    let slopeStep = problem.rightSteps[problem.rightSteps.count - 1]
    var position = elements.lowerBound
    while position < elements.upperBound {
      let (row, start) = position.quotientAndRemainder(dividingBy: length)
      let count = min(length - start, elements.upperBound - position)
      let offsets = problem.offsets(ofRow: row)
      let source = input + offsets.left + start * inputStep
      let slope = slopes + offsets.right + start * slopeStep
      let target = output + position
      var i = 0
      while i + 4 <= count, inputStep == 1 {
        let factors = slopeStep == 1 ? Vector4(loading: slope + i) : Vector4(repeating: slope[0])
        Vector4(loading: source + i).leaky(factors).store(to: target + i)
        i += 4
      }
      while i < count {
        let value = source[i * inputStep]
        target[i] = value < 0 ? value * slope[i * slopeStep] : value
        i += 1
      }
      position += count
    }
  }
}
