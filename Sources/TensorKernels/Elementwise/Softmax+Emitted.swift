import MachineCode
import MudraPlatform

/// The softmax of rows in an emitted loop around the system's `expf`, one element at a time: its results have the bits
/// of ``RowNormalization/softmax(rows:length:beta:_:_:)``, without Swift between the elements.
package struct MachineSoftmax: UnitKernel {
  /// The arguments of the routine.
  struct Arguments {
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let constants: UnsafePointer<Float>
    /// At least one.
    let rows: Int
    /// At least one.
    let length: Int
  }

  /// The constants of the routine.
  struct Constants {
    /// A mask of the first lane.
    let firstLane = SIMD8<UInt32>(.max, 0, 0, 0, 0, 0, 0, 0)
    let beta: Lanes
    let lowest = Lanes(repeating: -.infinity)
    /// The system's exponential function.
    let exponential: UnsafeRawPointer = {
      let function: @convention(c) (Float) -> Float = expf
      return unsafeBitCast(function, to: UnsafeRawPointer.self)
    }()
  }

  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer
  private let length: Int
  package let unitCount: Int

  static func supports(_ problem: RowNormalization.Problem) -> Bool {
    if case .softmax = problem.operation { MachineCodeSupport.obstacle == nil && problem.length > 0 } else { false }
  }

  /// Nil if no code can be emitted, and for operations other than softmax.
  init?(_ problem: RowNormalization.Problem) {
    guard case .softmax(let beta) = problem.operation else { return nil }
    self.init(length: problem.length, beta: beta, rows: problem.rows)
  }

  /// Nil if no code can be emitted.
  package init?(length: Int, beta: Float, rows: Int = 0) {
    guard let code = EmittedLibrary.softmax, length > 0 else { return nil }
    function = EmittedFunction(code)
    self.length = length
    unitCount = rows
    constants = AlignedBuffer(Constants(beta: Lanes(repeating: beta)))
  }

  package var memory: [any KernelMemory] { [constants] }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    run(rows: units, operands.input(0), operands.output())
  }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    call(rows: units, operands.input(0), operands.output()).map { [$0] } ?? []
  }

  /// Computes some rows.
  package func run(
    rows: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    call(rows: rows, input, output)?.run()
  }

  /// The call that computes some rows; nil if there are none.
  package func call(
    rows: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) -> EmittedCall? {
    guard !rows.isEmpty else { return nil }
    let first = rows.lowerBound * length
    return function.call(
      Arguments(
        input: input + first, output: output + first, constants: constants.pointer, rows: rows.count, length: length))
  }
}
