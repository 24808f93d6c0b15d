import MachineCode
import TensorKernels

/// Emitted routines that take rows of at least sixteen adjacent bytes, 32 or sixteen at a time: their sums, or their
/// extremes in the low byte.
enum ByteRows: EmittedCode {
  struct Routine: Sendable, Hashable {
    let operation: Reduction.Operation
    let isSigned: Bool
    /// Whether rows have fewer than 32 bytes.
    let isShort: Bool

    /// Bytes that are taken at a time.
    var width: Int { isShort ? 16 : 32 }
  }

  /// The arguments of a routine.
  struct Arguments {
    let input: UnsafeRawPointer
    /// 32 bits for each row.
    let results: UnsafeMutablePointer<Int32>
    let constants: UnsafePointer<Float>
    /// Bytes of a row.
    let length: Int
    /// At least one.
    let rows: Int
  }

  /// The constants of a routine.
  struct Constants {
    /// The last bytes of a vector that ends with the row, of which others were taken before.
    let none = SIMD32<UInt8>.zero, all = SIMD32<UInt8>(repeating: 0xFF)
    let bytesOfOne = SIMD32<Int8>(repeating: 1)
    let wordsOfOne = SIMD16<Int16>(repeating: 1)
  }

  static let leastLength = 16
}

/// A routine of ``ByteRows`` with its constants, which the whole process shares.
struct ByteRowReduction: Sendable {
  private static let constants = AlignedBuffer(ByteRows.Constants())

  private let function: EmittedFunction<ByteRows.Arguments>
  private let length: Int

  /// Nil if no code can be emitted, and for shorter rows.
  init?(_ operation: Reduction.Operation, isSigned: Bool, length: Int) {
    guard length >= ByteRows.leastLength else { return nil }
    let routine = ByteRows.Routine(operation: operation, isSigned: isSigned, isShort: length < 32)
    guard let code = ByteRows.shared(routine, name: "byte-row-reductions") else { return nil }
    (function, self.length) = (EmittedFunction(code), length)
  }

  /// The results of at least one row.
  func callAsFunction(_ rows: Int, _ input: UnsafeRawPointer, _ results: UnsafeMutablePointer<Int32>) {
    function(
      ByteRows.Arguments(input: input, results: results, constants: Self.constants.pointer, length: length, rows: rows))
  }
}
