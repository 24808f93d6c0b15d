import MachineCode

/// A function of one operand, through emitted rows.
package struct MachineUnaryElementwise: Sendable {
  private let kernel: RowKernel
  /// The second operand of a function that has one, the same for all elements.
  private let parameter: AlignedBuffer?

  private init?(_ kernel: RowKernel?, parameter: AlignedBuffer? = nil) {
    guard let kernel else { return nil }
    self.kernel = kernel
    self.parameter = parameter
  }

  /// ``UnaryFunction/run(_:_:_:)``, or the bits of its portable vectors where it has them, to a few units in the last
  /// place; nil where no code can be emitted, and for the functions that have no emitted form.
  package init?(_ function: UnaryFunction) {
    switch function {
    case .leaky(let slope):
      let slopes = AlignedBuffer(zeros: 1)
      slopes.pointer.pointee = slope
      self.init(RowKernel(.leaky, broadcast: .right), parameter: slopes)
    case .limit(let lower, let upper): self.init(RowKernel(.limit, lower: lower, upper: upper))
    default:
      guard let row = function.rowFunction else { return nil }
      self.init(RowKernel(row))
    }
  }

  /// Computes elements `range`.
  package func run(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    call(range, input, output).run()
  }

  /// The call that computes elements `range`.
  package func call(
    _ range: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) -> EmittedCall {
    kernel.call(
      length: range.count, left: input + range.lowerBound, right: parameter?.pointer, output: output + range.lowerBound)
  }
}

extension UnaryFunction {
  /// The emitted function of one operand that computes this one.
  fileprivate var rowFunction: RowCode.Function? {
    switch self {
    case .absolute: .absolute
    case .negate: .negate
    case .square: .square
    case .squareRoot: .squareRoot
    case .reciprocalSquareRoot: .reciprocalSquareRoot
    case .floor: .floor
    case .ceiling: .ceiling
    case .round: .round
    case .logistic: .logistic
    case .exponential: .exponential
    case .hyperbolicTangent: .hyperbolicTangent
    case .exponentialLinear: .exponentialLinear
    case .hardSwish: .hardSwish
    case .gaussianErrorLinearByTangent: .gaussianErrorLinearByTangent
    case .sign, .logarithm, .sine, .cosine, .gaussianErrorLinear, .leaky, .limit: nil
    }
  }
}
