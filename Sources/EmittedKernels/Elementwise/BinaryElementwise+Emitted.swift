import MachineCode
import TensorKernels

/// A function of two operands with broadcasting, through emitted rows.
package final class MachineBinaryElementwise: EmittedKernel {
  private let problem: BroadcastPair
  private let kernel: RowKernel
  /// Rows a constant step apart: the extent of the second innermost dimension.
  private let planeRowCount: Int

  /// Whether an operation has an emitted form here.
  static func supports(_ operation: BinaryElementwise.Operation) -> Bool {
    MachineCodeSupport.obstacle == nil && operation.rowFunction != nil
  }

  /// The function `operation` clamped to `lower…upper`; nil if no code can be emitted, and for functions without an
  /// emitted form.
  package convenience init?(
    _ operation: BinaryElementwise.Operation, _ problem: BroadcastPair, lower: Float = -.infinity,
    upper: Float = .infinity
  ) {
    guard let function = operation.rowFunction else { return nil }
    self.init(function, problem, lower: lower, upper: upper)
  }

  /// ``PReLU``: the left operand is the input, the right one the slopes.
  package convenience init?(slopes problem: BroadcastPair) {
    self.init(.leaky, problem, lower: -.infinity, upper: .infinity)
  }

  /// Products of 32-bit integers without limits.
  convenience init?(integerFactors problem: BroadcastPair) {
    self.init(.multiplyIntegers, problem, lower: -.infinity, upper: .infinity)
  }

  private init?(_ function: RowCode.Function, _ problem: BroadcastPair, lower: Float, upper: Float) {
    let inner = problem.extents.count - 1
    let broadcast: RowCode.Broadcast =
      problem.rowLength == 1 || (problem.leftSteps[inner] == 1 && problem.rightSteps[inner] == 1)
      ? .none : (problem.leftSteps[inner] == 0 ? .left : .right)
    let steps = inner > 0 ? (problem.leftSteps[inner - 1], problem.rightSteps[inner - 1]) : (0, 0)
    guard
      let kernel = RowKernel(
        function, broadcast: broadcast, rowSteps: (steps.0 * 4, steps.1 * 4, problem.rowLength * 4), lower: lower,
        upper: upper)
    else { return nil }
    self.problem = problem
    self.kernel = kernel
    planeRowCount = inner > 0 ? problem.extents[inner - 1] : 1
  }

  package var unitCount: Int { problem.broadcasting.elementCount }
  package var elementsPerUnit: Int? { 1 }
  package var memory: [any KernelMemory] { kernel.memory }

  package func maxCallCount(_ units: Range<Int>) -> Int { units.count / max(problem.rowLength * planeRowCount, 1) + 1 }

  package func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    forEachCall(units, operands.input(0), operands.input(1), operands.output(), body)
  }

  /// Computes elements `elements` of the flattened output.
  package func run(
    elements: Range<Int>, left: UnsafePointer<Float>, right: UnsafePointer<Float>,
    output: UnsafeMutablePointer<Float>
  ) {
    forEachCall(elements, left, right, output) { $0.run() }
  }

  /// Calls `body` with the calls that compute elements `elements`.
  package func forEachCall(
    _ elements: Range<Int>, _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, _ body: (KernelCall) -> Void
  ) {
    problem.forEachPlane(in: elements, planeRowCount) { position, leftPlace, rightPlace, rows, count in
      body(
        kernel.call(
          rows: rows, length: count, left: left + leftPlace, right: right + rightPlace, output: output + position))
    }
  }
}

extension BinaryElementwise.Operation {
  /// The emitted function of two operands that computes this one.
  fileprivate var rowFunction: RowCode.Function? {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .maximum: .maximum
    case .minimum: .minimum
    case .squaredDifference: .squaredDifference
    case .floorDivide: .floorDivide
    case .floorModulo, .power, .angle: nil
    }
  }
}
