import MachineCode
import TensorKernels

/// A function of one operand, through emitted rows.
package final class MachineUnaryElementwise: EmittedKernel {
  private let kernel: RowKernel
  /// The second operand of a function that has one, the same for all elements.
  private let parameter: AlignedBuffer?
  package let unitCount: Int
  package var elementsPerUnit: Int? { 1 }

  private init?(_ kernel: RowKernel?, parameter: AlignedBuffer? = nil, count: Int) {
    guard let kernel else { return nil }
    self.kernel = kernel
    self.parameter = parameter
    unitCount = count
  }

  /// Whether a function of rows can be emitted.
  static func supports(_ function: RowCode.Function) -> Bool {
    guard MachineCodeSupport.obstacle == nil else { return false }
    return RowCode.code(function) != nil
  }

  /// A function of rows; nil if no code can be emitted.
  convenience init?(_ function: RowCode.Function, count: Int) {
    self.init(RowKernel(function), count: count)
  }

  /// Whether a function of a number of elements has an emitted form here.
  static func supports(_ function: UnaryFunction, count: Int) -> Bool {
    guard MachineCodeSupport.obstacle == nil else { return false }
    switch function {
    case .leaky, .limit: return true
    default:
      return function.rowFunction(count: count).map { supports($0) } ?? false
    }
  }

  /// ``UnaryFunction/run(_:_:_:)`` to within a few units in the last place, or with the bits of its portable vectors if
  /// it has them; nil if no code can be emitted, and for functions without an emitted form.
  package convenience init?(_ function: UnaryFunction, count: Int = 0) {
    switch function {
    case .leaky(let slope):
      let slopes = AlignedBuffer(zeros: 1)
      slopes.pointer.pointee = slope
      self.init(RowKernel(.leaky, broadcast: .right), parameter: slopes, count: count)
    case .limit(let lower, let upper): self.init(RowKernel(.limit, lower: lower, upper: upper), count: count)
    default:
      guard let row = function.rowFunction(count: count) else { return nil }
      self.init(row, count: count)
    }
  }

  package var memory: [any KernelMemory] { kernel.memory + (parameter.map { [$0] } ?? []) }

  package func maxCallCount(_ units: Range<Int>) -> Int { 1 }

  package func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    body(call(units, operands.input(0), operands.output()))
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
  ) -> KernelCall {
    kernel.call(
      length: range.count, left: input + range.lowerBound, right: parameter?.pointer, output: output + range.lowerBound)
  }
}

extension UnaryFunction {
  /// The emitted function of one operand that computes this one.
  ///
  /// The logistic function of up to 1024 elements has the bits of the portable vectors, whose results for the hand
  /// networks (at most 128 elements) are MediaPipe's; with more elements it has fused multiply-adds where there are
  /// any.
  fileprivate func rowFunction(count: Int) -> RowCode.Function? {
    switch self {
    case .absolute: .absolute
    case .negate: .negate
    case .square: .square
    case .squareRoot: .squareRoot
    case .reciprocalSquareRoot: .reciprocalSquareRoot
    case .floor: .floor
    case .ceiling: .ceiling
    case .round: .round
    case .logistic: count > 1024 && Self.hasFusedLogistic ? .fusedLogistic : .logistic
    case .exponential: .exponential
    case .hyperbolicTangent: .hyperbolicTangent
    case .exponentialLinear: .exponentialLinear
    case .hardSwish: .hardSwish
    case .gaussianErrorLinearByTangent: .gaussianErrorLinearByTangent
    case .gaussianErrorLinear: .gaussianErrorLinear
    case .sign, .logarithm, .sine, .cosine, .leaky, .limit, .stepped: nil
    }
  }

  private static var hasFusedLogistic: Bool { RowCode.code(.fusedLogistic) != nil }
}
