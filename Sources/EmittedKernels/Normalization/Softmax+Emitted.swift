import MachineCode
import MudraPlatform
import TensorKernels

/// Softmax in an emitted loop around the system's `expf`, one element at a time: the bits of
/// ``RowNormalization/softmax(rows:length:beta:_:_:)``, without Swift between the elements.
package final class MachineSoftmax: RowRoutineKernel, EmittedCode {
  private static let code = memory(name: "softmax")

  struct Constants {
    let firstLane = SIMD8<UInt32>(.max, 0, 0, 0, 0, 0, 0, 0)
    let beta: Lanes
    let lowest = Lanes(repeating: -.infinity)
    let masks = TailMasks()
    let exponential = UnsafeRawPointer(expf)
  }

  package let routine: RowRoutine
  package let unitCount: Int

  static func supports(_ problem: RowNormalization.Problem) -> Bool {
    if case .softmax = problem.operation { MachineCodeSupport.obstacle == nil && problem.length > 0 } else { false }
  }

  /// Nil if no code can be emitted, and for operations other than softmax.
  convenience init?(_ problem: RowNormalization.Problem) {
    guard case .softmax(let beta) = problem.operation else { return nil }
    self.init(length: problem.length, beta: beta, rows: problem.rows)
  }

  /// Nil if no code can be emitted.
  package init?(length: Int, beta: Float, rows: Int = 0) {
    guard let code = Self.code, length > 0 else { return nil }
    unitCount = rows
    routine = RowRoutine(
      EmittedFunction(code), constants: AlignedBuffer(Constants(beta: Lanes(repeating: beta))),
      unit: .row(length: length, resultCount: length))
  }

  package func run(
    rows: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    routine.call(units: rows, input, output)?.run()
  }
}
