import MachineCode
import TensorKernels

/// Emitted routines that compute rows of elements from rows of elements, eight at a time; all operators share them.
///
///     output[r · outputStep + i] = f(left[r · leftStep + i], right[r · rightStep + i])     i < length, r < rows
///
/// Operations and their order are those of the portable vectors where there are any, so that results are equal to the
/// bit. The last elements of a row use masked loads and stores: nothing outside a row is read or written.
enum RowCode: EmittedCode {
  /// What is computed.
  enum Function: Int, Sendable {
    case add, subtract, multiply, divide, maximum, minimum, squaredDifference, floorDivide
    /// `left < 0 ? left · right : left`.
    case leaky
    /// Products of 32-bit integers, which wrap around.
    case multiplyIntegers
    /// `left`, clamped.
    case limit
    /// `1 / (1 + e^-left)`.
    case logistic
    /// The other functions of ``UnaryFunction`` that vectors compute, of `left`.
    case absolute, negate, square, squareRoot, reciprocalSquareRoot, floor, ceiling, round
    case exponential, hyperbolicTangent, exponentialLinear, hardSwish, gaussianErrorLinearByTangent
    /// Those that only exist with fused multiply-adds: their bits are not those of portable vectors.
    case fusedLogistic, gaussianErrorLinear
    /// 32-bit integers from floats, rounded toward zero: the nearest one if it is out of range, and zero for NaN.
    case truncate
    /// The bits of `left`, of any type.
    case copy
    /// Zero; nothing is read.
    case zero

    var isBinary: Bool { rawValue <= Self.multiplyIntegers.rawValue }
    /// Whether the result is clamped to an interval.
    var isLimited: Bool { rawValue < Self.leaky.rawValue || self == .limit }
    var usesMathConstants: Bool { rawValue >= Self.logistic.rawValue && rawValue < Self.copy.rawValue }
  }

  /// The operand that has one element per row.
  enum Broadcast: Int, Sendable {
    case none, left, right
  }

  /// One of the routines.
  struct Routine: Sendable, Hashable {
    let function: Function
    let broadcast: Broadcast
  }

  /// The code of a routine; nil if there is none.
  static func code(_ function: Function, broadcast: Broadcast = .none) -> ExecutableMemory? {
    shared(Routine(function: function, broadcast: broadcast), name: "rows")
  }

  /// The arguments of a routine. Operands that the function does not have may be nil.
  struct Arguments {
    let left: UnsafeRawPointer?
    let right: UnsafeRawPointer?
    let output: UnsafeRawPointer
    let constants: UnsafePointer<Float>
    /// At least one.
    let rows: Int
    let length: Int
  }

  /// The constants of a routine, followed by the ``MathConstant``s, eight lanes each, if the function uses them.
  struct Constants {
    let lower: Lanes, upper: Lanes
    let masks = TailMasks()
    /// Bytes from one row to the next.
    let leftStep: Int, rightStep: Int, outputStep: Int
  }

  /// The constants of a routine in memory.
  static func constants(
    _ function: Function, rowSteps: (left: Int, right: Int, output: Int), lower: Float, upper: Float
  ) -> AlignedBuffer {
    let constants = Constants(
      lower: Lanes(repeating: lower), upper: Lanes(repeating: upper), leftStep: rowSteps.left,
      rightStep: rowSteps.right, outputStep: rowSteps.output)
    return function.usesMathConstants ? MathConstant.buffer(after: constants) : AlignedBuffer(constants)
  }
}

/// A routine of ``RowCode`` with its constants.
struct RowKernel: Sendable {
  private let function: EmittedFunction<RowCode.Arguments>
  private let constants: AlignedBuffer

  /// Nil if no code can be emitted.
  ///
  /// - Parameter rowSteps: bytes from one row to the next.
  init?(
    _ function: RowCode.Function, broadcast: RowCode.Broadcast = .none,
    rowSteps: (left: Int, right: Int, output: Int) = (0, 0, 0), lower: Float = -.infinity, upper: Float = .infinity
  ) {
    guard let code = RowCode.code(function, broadcast: broadcast) else { return nil }
    self.function = EmittedFunction(code)
    constants = RowCode.constants(function, rowSteps: rowSteps, lower: lower, upper: upper)
  }

  var memory: [any KernelMemory] { [constants] }

  /// The call for `rows` rows of `length` elements of four bytes. Operands that the function does not have may be null.
  ///
  /// - Precondition: there is at least one row.
  func call(
    rows: Int = 1, length: Int, left: UnsafeRawPointer?, right: UnsafeRawPointer? = nil, output: UnsafeRawPointer
  ) -> KernelCall {
    function.call(
      RowCode.Arguments(
        left: left, right: right, output: output, constants: constants.pointer, rows: rows, length: length))
  }
}
