import MachineCode
import TensorKernels

/// Emitted routines that take 128 bytes of some rows: they subtract them from 16-bit integers, or keep extremes.
enum ByteColumns: EmittedCode {
  struct Routine: Sendable, Hashable {
    let operation: Reduction.Operation
    let isSigned: Bool
  }

  /// The arguments of a routine.
  struct Arguments {
    let input: UnsafeRawPointer
    /// 128 results, which start with values.
    let results: UnsafeMutableRawPointer
    /// Bytes from one row to the next, and the number of rows: at least one.
    let step: Int, count: Int
  }
}
