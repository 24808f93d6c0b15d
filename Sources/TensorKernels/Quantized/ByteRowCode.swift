import MachineCode

/// Emitted routines that compute rows of quantized bytes, or of floats from them, sixteen elements at a time; all
/// operators share them.
///
///     output[r · outputStep + i] = f(left[r · leftStep + i], right[r · rightStep + i])     i < length, r < rows
///
/// The last elements of a row go through memory on the stack: nothing outside a row is read or written.
enum ByteRowCode: EmittedCode {
  /// What is computed.
  enum Function: Sendable, Hashable {
    /// Floats from bytes: `(left − leftZero) · scale`.
    case widen
    /// Bytes from floats: `limits(round(left / scale) + zeroPoint)`, ties away from zero; the lower limit for NaN.
    case narrow
    /// Bytes from floats, rounded toward zero, within the limits; zero for NaN.
    case truncate
    /// Bytes from whole numbers that are floats, and a factor and a bias for each of them (``Channels``).
    case requantize(Requantizing, hasHigh: Bool)
    /// Bytes from bytes: those of a table. ``Constants/lower`` has all bits.
    case look
    /// Bytes from bytes:
    /// `limits(result · (left · (a − leftZero) · 2^20 ± right · (b − rightZero) · 2^20) + zeroPoint)`.
    /// Factors of exactly one half are shifts; all others have ``FixedPointMultiplier/right``.
    case add(isDifference: Bool, leftIsHalf: Bool, rightIsHalf: Bool)
    /// Bytes from bytes: the nearest integer of `left · a + (right · b + offset)` in fused floats, within the limits.
    case addInFloats
    /// Bytes from bytes: `limits(result · (a − leftZero) · (b − rightZero) + zeroPoint)`.
    case multiply
    /// The larger or the smaller byte.
    case extreme(isLargest: Bool)
    /// Bytes from bytes: `limits(zeroPoint + left · (a − leftZero))`, and below the zero point
    /// `limits(zeroPoint + result · (a − leftZero) · (b − rightZero))`.
    case parametricReLU
    /// Bytes from bytes: the nearest integer of `zeroPoint + factor · (a − leftZero)` in fused floats, within the
    /// limits; the factor is ``Constants/scale``, and below the zero point one for each element.
    case slopes
    /// Bytes from bytes: a sum like ``addInFloats``, in the integers of ``ByteProduct``.
    case addInProducts
    /// Bytes from bytes: ``slopes`` in the integers of ``ByteProduct``, of the smaller one of a byte and
    /// ``ByteProductConstants/turn`` and of the larger one. The length is a multiple of 64.
    case slopesInProducts

    /// How sums are multiplied by their factors.
    enum Requantizing: Sendable, Hashable {
      case roundingOnce
      case roundingTwice
      /// The same where all factors have ``FixedPointMultiplier/right``: by two instructions less.
      case roundingTwiceByFractions

      /// That of some factors.
      init(_ factors: [FixedPointMultiplier], _ rounding: FixedPointMultiplier.Rounding) {
        switch rounding {
        case .once: self = .roundingOnce
        case .twice: self = factors.allSatisfy { $0.right > 0 } ? .roundingTwiceByFractions : .roundingTwice
        }
      }
    }

    /// Whether the code is that of ``ByteProduct``.
    var isProduct: Bool { self == .addInProducts || self == .slopesInProducts }

    var isBinary: Bool {
      switch self {
      case .add, .addInFloats, .addInProducts, .multiply, .extreme, .parametricReLU: true
      default: false
      }
    }
  }

  /// One of the routines.
  struct Routine: Sendable, Hashable {
    let function: Function
    /// Whether bytes have a sign.
    let isSigned: Bool
    /// The operand that has one element per row.
    var broadcast = RowCode.Broadcast.none
  }

  /// The arguments of a routine. A right operand that the function does not have may be nil.
  struct Arguments {
    let left: UnsafeRawPointer
    let right: UnsafeRawPointer?
    let output: UnsafeMutableRawPointer
    let constants: UnsafePointer<Float>
    /// At least one.
    let rows: Int
    let length: Int
  }

  /// The constants of a routine, followed by a table of 256 bytes, by the ``Channels`` of a row or by its factors.
  struct Constants {
    /// Bytes from one row to the next.
    var leftStep = 0, rightStep = 0, outputStep = 0
    var leftZero = SIMD16<Int32>(), rightZero = SIMD16<Int32>()
    var zeroPoint = SIMD16<Int32>(), lower = SIMD16<Int32>(), upper = SIMD16<Int32>()
    let product = ProductConstants()
    var left = FactorLanes(FixedPointMultiplier(0)), right = FactorLanes(FixedPointMultiplier(0))
    var result = FactorLanes(FixedPointMultiplier(0))
    var products = ByteProductConstants()
    var scale = SIMD16<Float>()
    /// The factors and the offset of ``Function/addInFloats``.
    var leftScale = SIMD16<Float>(), rightScale = SIMD16<Float>(), offset = SIMD16<Float>()
    /// The same as the integers of these names.
    var floatZeroPoint = SIMD16<Float>(), floatLower = SIMD16<Float>(), floatUpper = SIMD16<Float>()
    /// Far outside the limits of any type, and few enough for floats that hold integers exactly.
    let least = SIMD16<Float>(repeating: -131_072), most = SIMD16<Float>(repeating: 131_072)

    init() {}

    /// Zero point and limits of the results.
    mutating func setOutput(zeroPoint: Int32, lower: Int32, upper: Int32) {
      (self.zeroPoint, self.lower, self.upper) = (
        SIMD16(repeating: zeroPoint), SIMD16(repeating: lower), SIMD16(repeating: upper)
      )
      floatZeroPoint = SIMD16(repeating: Float(zeroPoint))
      (floatLower, floatUpper) = (SIMD16(repeating: Float(lower)), SIMD16(repeating: Float(upper)))
    }
  }

  /// What ``Function/requantize(_:hasHigh:)`` has for sixteen channels, rounding twice or once.
  struct Channels {
    let bias: SIMD16<Int32>
    let factors: FactorLanes
  }

  struct ChannelsOnce {
    let bias: SIMD16<Int32>
    let factors: FactorLanesOnce
  }

  /// What the floats of sixteen channels have.
  struct ScaledChannels {
    let scale: SIMD16<Float>, bias: SIMD16<Float>
    /// The sums of the weights of bytes.
    let sums: SIMD16<Int32>
  }

  struct FusedChannels {
    let bias: SIMD16<Int32>
    let factors: FusedFactorLanes
  }
}

extension ByteRowCode.Constants {
  /// The constants in memory, followed by what there is for each sixteen channels.
  func followed<Channels: BitwiseCopyable>(
    by count: Int, _ channels: (_ vector: Int) -> Channels
  ) -> AlignedBuffer {
    let stride = MemoryLayout<Channels>.stride
    let buffer = AlignedBuffer(self, following: count * stride / 4)
    let start = UnsafeMutableRawPointer(buffer.pointer) + MemoryLayout<Self>.stride
    for vector in 0..<count {
      start.storeBytes(of: channels(vector), toByteOffset: vector * stride, as: Channels.self)
    }
    return buffer
  }
}

/// A routine of ``ByteRowCode`` with its constants.
struct ByteRowKernel: Sendable {
  private let function: EmittedFunction<ByteRowCode.Arguments>
  private let constants: AlignedBuffer

  /// Nil if no code can be emitted.
  init?(_ routine: ByteRowCode.Routine, _ constants: AlignedBuffer) {
    guard let code = ByteRowCode.shared(routine, name: "byte-rows") else { return nil }
    function = EmittedFunction(code)
    self.constants = constants
  }

  /// Whether this processor has code for bytes.
  static var isAvailable: Bool { MachineCodeSupport.obstacle == nil && Architecture.current == .x86 }

  /// Whether this processor has the products of ``ByteProduct``.
  static var hasProducts: Bool {
    let products = MachineCodeSupport.integerProducts
    return isAvailable && products.isFused && products.width == .bits512
  }

  var memory: [any KernelMemory] { [constants] }

  /// The call for `rows` rows of `length` elements.
  ///
  /// - Precondition: there is at least one row.
  func call(
    rows: Int = 1, length: Int, left: UnsafeRawPointer, right: UnsafeRawPointer? = nil,
    output: UnsafeMutableRawPointer
  ) -> EmittedCall {
    function.call(
      ByteRowCode.Arguments(
        left: left, right: right, output: output, constants: constants.pointer, rows: rows, length: length))
  }
}
