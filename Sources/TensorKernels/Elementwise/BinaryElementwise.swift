/// A function of two numbers, applied element by element with NumPy's broadcasting.
package enum BinaryElementwise {
  /// The function.
  package enum Operation: Sendable, Hashable {
    case add, subtract, multiply, divide, maximum, minimum, squaredDifference
    /// The quotient rounded down, and the remainder, which has the divisor's sign.
    case floorDivide, floorModulo
    case power
    /// The angle in radians of the point with the left operand as its ordinate, the right one as its abscissa.
    case angle

    /// Whether the right operand is a divisor.
    package var isQuotient: Bool { [.divide, .floorDivide, .floorModulo].contains(self) }

    /// Whether vectors compute it.
    var hasVectors: Bool { ![.floorDivide, .floorModulo, .power, .angle].contains(self) }
  }

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let operation: Operation
    package let operands: BroadcastPair
    package let element: NumberType
    /// Limits of the fused activation.
    package let lower: Float, upper: Float

    /// An operation on operands of two shapes; the limits are infinite if there is no activation.
    package init(
      _ operation: Operation, _ operands: BroadcastPair, element: NumberType = .float32, lower: Float = -.infinity,
      upper: Float = .infinity
    ) {
      (self.operation, self.operands, self.element) = (operation, operands, element)
      (self.lower, self.upper) = (lower, upper)
    }

    /// The limits of integers.
    package var integerLimits: ClosedRange<Int> {
      (lower.isFinite ? Int(lower) : .min)...(upper.isFinite ? Int(upper) : .max)
    }

    var elementCount: Int { operands.broadcasting.elementCount }
    package var work: Int { KernelWork.of(elementCount) }
  }

  /// Fastest first; integers only have the plain loops. A unit is an element of the flattened output.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "binary elementwise",
    kernels: [
      KernelCandidate(.simd, supports: { $0.operation.hasVectors }, make: { problem, _, _ in rowKernel(problem) }),
      KernelCandidate(
        .reference, form: "rows", supports: { !$0.operation.hasVectors },
        make: { problem, _, _ in rowKernel(problem) }),
      KernelCandidate(
        .reference, elements: [.float32, .int32, .int64],
        make: { problem, _, _ in
          guard problem.element == .float32 else { return integerKernel(problem) }
          return LoopKernel(problem.elementCount, elementsPerUnit: 1) {
            runReference(
              problem.operation, problem.operands, elements: $0, left: $1.input(0), right: $1.input(1),
              output: $1.output(), lower: problem.lower, upper: problem.upper)
          }
        }),
    ])

  private static func rowKernel(_ problem: Problem) -> LoopKernel {
    LoopKernel(problem.elementCount, elementsPerUnit: 1) {
      run(
        problem.operation, problem.operands, elements: $0, left: $1.input(0), right: $1.input(1), output: $1.output(),
        lower: problem.lower, upper: problem.upper)
    }
  }

  private static func integerKernel(_ problem: Problem) -> LoopKernel {
    let limits = problem.integerLimits
    return LoopKernel(problem.elementCount, elementsPerUnit: 1) {
      run(
        problem.operation, problem.element, problem.operands, elements: $0, left: $1.inputBytes(0),
        right: $1.inputBytes(1), output: $1.outputBytes(), limits: limits)
    }
  }

  /// Computes elements `elements` of the flattened output, then clamps them to `lower…upper` (the fused activation).
  package static func run(
    _ operation: Operation, _ problem: BroadcastPair, elements: Range<Int>, left: UnsafePointer<Float>,
    right: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, lower: Float, upper: Float
  ) {
    let length = problem.rowLength
    let leftStep = problem.leftSteps[problem.leftSteps.count - 1]
    let rightStep = problem.rightSteps[problem.rightSteps.count - 1]
    var position = elements.lowerBound
    while position < elements.upperBound {
      let (row, start) = position.quotientAndRemainder(dividingBy: length)
      let count = min(length - start, elements.upperBound - position)
      let offsets = problem.offsets(ofRow: row)
      let a = left + offsets.left + start * leftStep
      let b = right + offsets.right + start * rightStep
      let target = output + position
      switch operation {
      case .add: segment(count, a, leftStep, b, rightStep, target, lower, upper, { $0 + $1 }, { $0 + $1 })
      case .subtract: segment(count, a, leftStep, b, rightStep, target, lower, upper, { $0 - $1 }, { $0 - $1 })
      case .multiply: segment(count, a, leftStep, b, rightStep, target, lower, upper, { $0 * $1 }, { $0 * $1 })
      case .divide: segment(count, a, leftStep, b, rightStep, target, lower, upper, { $0 / $1 }, { $0 / $1 })
      case .maximum:
        segment(
          count, a, leftStep, b, rightStep, target, lower, upper, { $0.larger($1) }, { $1 > $0 ? $1 : $0 })
      case .minimum:
        segment(
          count, a, leftStep, b, rightStep, target, lower, upper, { $0.replacing(with: $1, where: $1 .< $0) },
          { $1 < $0 ? $1 : $0 })
      case .squaredDifference:
        segment(
          count, a, leftStep, b, rightStep, target, lower, upper, { ($0 - $1) * ($0 - $1) }, { ($0 - $1) * ($0 - $1) })
      case .floorDivide, .floorModulo, .power, .angle:
        for i in 0..<count { target[i] = value(operation, a[i * leftStep], b[i * rightStep], lower, upper) }
      }
      position += count
    }
  }

  /// One run along the innermost dimension; each step is 0 or 1.
  @inline(__always)
  private static func segment(
    _ count: Int, _ a: UnsafePointer<Float>, _ aStep: Int, _ b: UnsafePointer<Float>, _ bStep: Int,
    _ output: UnsafeMutablePointer<Float>, _ lower: Float, _ upper: Float,
    _ vector: (Vector4, Vector4) -> Vector4, _ scalar: (Float, Float) -> Float
  ) {
    let low = Vector4(repeating: lower)
    let high = Vector4(repeating: upper)
    var i = 0
    while i + 4 <= count {
      let x = aStep == 1 ? Vector4(loading: a + i) : Vector4(repeating: a[0])
      let y = bStep == 1 ? Vector4(loading: b + i) : Vector4(repeating: b[0])
      vector(x, y).limited(low, high).store(to: output + i)
      i += 4
    }
    while i < count {
      let value = scalar(a[i * aStep], b[i * bStep])
      let raised = value < lower ? lower : value
      output[i] = raised > upper ? upper : raised
      i += 1
    }
  }
}
