import MachineCode
import TensorKernels

/// Emitted routines that write strips of eight elements of four bytes, a strip for each step of the target: how
/// matrices are transposed, and packed into panels at run time.
enum StripCode: EmittedCode {
  static let routines = routines(name: "strips")

  /// One of the routines.
  enum Routine: Sendable, Hashable {
    /// `target[i][j] = source[offset(j) + i]`: eight rows become columns.
    case interleaved
    /// Sixteen columns of elements of one or four bytes, `target[j][i] = source[i][j]`: a strip has sixteen rows.
    case transposed(byteCount: Int)
    /// `target[i][j] = source[i][j]`; zeros in the lanes outside the mask.
    case copied

    static let all = [interleaved, copied, transposed(byteCount: 1), transposed(byteCount: 4)]
  }

  /// The arguments of a routine.
  struct Arguments {
    let source: UnsafeRawPointer
    let target: UnsafeMutableRawPointer
    let constants: UnsafePointer<Float>
    /// Strips; at least one.
    let count: Int
    /// Bytes from one strip or row of the source to the next.
    let sourceStep: Int
    /// Bytes from one strip of the target to the next.
    let targetStep: Int
  }

  /// The constants of a routine.
  struct Constants {
    /// The lanes that are copied.
    let mask: SIMD8<UInt32>
    /// Bytes from the source to each of the rows that are interleaved.
    let offsets: SIMD8<Int>

    /// Strips of `lanes` elements of a source whose rows are `rowStep` bytes apart. Lanes of rows that do not exist
    /// repeat the last one.
    init(lanes: Int, rowStep: Int) {
      let lane = SIMD8<Int>(0, 1, 2, 3, 4, 5, 6, 7)
      mask = SIMD8<UInt32>(truncatingIfNeeded: SIMD8<Int>(repeating: 0).replacing(with: -1, where: lane .< lanes))
      offsets = lane.replacing(with: lanes - 1, where: lane .>= lanes) &* rowStep
    }
  }

  /// A routine; nil if no code can be emitted.
  static func function(_ routine: Routine) -> EmittedFunction<Arguments>? {
    Self.routines?.function(routine, taking: Arguments.self)
  }
}
