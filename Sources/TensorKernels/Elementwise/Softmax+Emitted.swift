import MachineCode
import Platform

/// The softmax of rows through an emitted loop around the system's `expf`, one element at a time: it has the bits of
/// ``UnaryElementwise/softmax(rows:length:beta:_:_:)``, without Swift between the elements.
package struct MachineSoftmax: Sendable {
  /// What the routine is told.
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

  /// Nil where no code can be emitted.
  package init?(length: Int, beta: Float) {
    guard let code = EmittedLibrary.softmax, length > 0 else { return nil }
    function = EmittedFunction(code)
    self.length = length
    constants = AlignedBuffer(Constants(beta: Lanes(repeating: beta)))
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
