/// A function of two numbers, applied element by element with NumPy's broadcasting.
package enum BinaryElementwise {
  /// The function.
  package enum Operation: Sendable, Hashable {
    case add, subtract, multiply, divide, maximum, minimum, squaredDifference
    /// The quotient rounded down, and what remains of it, which has the divisor's sign.
    case floorDivide, floorModulo
    case power

    /// Whether the right operand divides.
    package var isQuotient: Bool { [.divide, .floorDivide, .floorModulo].contains(self) }
  }

  /// Two shapes brought to one rank and merged: how far each operand moves along each output dimension.
  package struct Problem: Sendable, Hashable {
    /// Both operands' walks.
    package let broadcasting: Broadcasting

    /// Merges the shapes of two operands.
    ///
    /// - Precondition: the shapes broadcast (checked by the operator).
    package init(left: [Int], right: [Int]) {
      broadcasting = Broadcasting([left, right])
    }

    /// Extents of the output, outermost first; neighbouring dimensions that all operands walk alike are merged.
    package var extents: [Int] { broadcasting.extents }
    /// Elements that the left operand moves along each dimension; 0 where it is broadcast.
    package var leftSteps: [Int] { broadcasting.steps[0] }
    /// The same for the right operand.
    package var rightSteps: [Int] { broadcasting.steps[1] }

    /// Rows: runs along the innermost dimension.
    package var rowCount: Int { broadcasting.rowCount }

    /// Elements of a row.
    package var rowLength: Int { broadcasting.rowLength }

    /// Where row `row` starts in each operand.
    func offsets(ofRow row: Int) -> (left: Int, right: Int) {
      (broadcasting.offset(ofRow: row, in: 0), broadcasting.offset(ofRow: row, in: 1))
    }
  }

  /// Computes elements `elements` of the flattened output, then limits them to `lower…upper` (the fused activation).
  package static func run(
    _ operation: Operation, _ problem: Problem, elements: Range<Int>, left: UnsafePointer<Float>,
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
      case .floorDivide, .floorModulo, .power:
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
