import MachineCode
import TensorKernels

/// Emitted routines for rows of quantized bytes, sixteen elements at a time, shared by all operators.
///
///     output[r · outputStep + i] = f(left[r · leftStep + i], right[r · rightStep + i])     i < length, r < rows
///
/// The last elements of a row go through the stack: nothing outside a row is read or written.
enum ByteRowCode: EmittedCode {
  enum Function: Sendable, Hashable {
    /// Dequantizes: `(left − leftZero) · scale`.
    case dequantize
    /// Quantizes: `limits(round(left / scale) + zeroPoint)`, ties away from zero; the lower limit for NaN. Unless it is
    /// divided, the quotient is ``ByteQuantization/Quotient/corrected``.
    case quantize(isDivided: Bool)
    /// Truncates floats to bytes within the limits; zero for NaN.
    case truncate
    /// Requantizes integral floats, with a factor and a bias per element (``Channels``).
    case requantize(Requantizing, hasHigh: Bool)
    /// Looks bytes up in a table. ``Constants/lower`` has all bits set.
    case lookUp
    /// `limits(result · (left · (a − leftZero) · 2^20 ± right · (b − rightZero) · 2^20) + zeroPoint)`. Factors of
    /// exactly ½ are shifts; all others have ``FixedPointMultiplier/right``.
    case add(isDifference: Bool, leftIsHalf: Bool, rightIsHalf: Bool)
    /// The nearest integer of `left · a + (right · b + offset)` in fused floats, clamped.
    case addInFloats
    /// `limits(result · (a − leftZero) · (b − rightZero) + zeroPoint)`.
    case multiply
    /// The maximum or the minimum.
    case extreme(isLargest: Bool)
    /// `limits(zeroPoint + left · (a − leftZero))`, and below the zero point `limits(zeroPoint + result · (a −
    /// leftZero) · (b − rightZero))`.
    case parametricReLU
    /// The nearest integer of `zeroPoint + factor · (a − leftZero)` in fused floats, clamped; the factor is
    /// ``Constants/scale``, and below the zero point one per element.
    case slopes
    /// A sum like ``addInFloats``, by ``ByteProduct``.
    case addInProducts
    /// ``slopes`` by ``ByteProduct``, of min and max of a byte and ``ByteProductConstants/turn``. The length is a
    /// multiple of 64.
    case slopesInProducts

    enum Requantizing: Sendable, Hashable {
      case roundingOnce
      case roundingTwice
      /// The same if all factors have ``FixedPointMultiplier/right``, which saves two instructions.
      case roundingTwiceByFractions

      init(_ factors: [FixedPointMultiplier], _ rounding: FixedPointMultiplier.Rounding) {
        switch rounding {
        case .once: self = .roundingOnce
        case .twice: self = factors.allSatisfy { $0.right > 0 } ? .roundingTwiceByFractions : .roundingTwice
        }
      }
    }

    var isProduct: Bool { self == .addInProducts || self == .slopesInProducts }

    var isBinary: Bool {
      switch self {
      case .add, .addInFloats, .addInProducts, .multiply, .extreme, .parametricReLU: true
      default: false
      }
    }
  }

  struct Routine: Sendable, Hashable {
    let function: Function
    let isSigned: Bool
    /// The operand that has one element per row.
    var broadcast = RowCode.Broadcast.none
  }

  /// A right operand that the function does not use may be nil.
  struct Arguments {
    let left: UnsafeRawPointer
    let right: UnsafeRawPointer?
    let output: UnsafeMutableRawPointer
    let constants: UnsafePointer<Float>
    /// At least one.
    let rows: Int
    let length: Int
  }

  /// The constants of a routine, followed by a table of 256 bytes, or by a row's ``Channels`` or factors.
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
    /// The factors and the offset of ``Function/addInFloats``; for corrected quotients the reciprocal of the scale, the
    /// sign, and what is added before the fraction is dropped.
    var leftScale = SIMD16<Float>(), rightScale = SIMD16<Float>(), offset = SIMD16<Float>()
    var floatZeroPoint = SIMD16<Float>(), floatLower = SIMD16<Float>(), floatUpper = SIMD16<Float>()
    /// Beyond any type's range, yet floats are exact there; or, where quotients are corrected, floats whose results are
    /// at the limits.
    var floatMin = SIMD16<Float>(repeating: -131_072), floatMax = SIMD16<Float>(repeating: 131_072)

    init() {}

    mutating func setOutput(zeroPoint: Int32, lower: Int32, upper: Int32) {
      (self.zeroPoint, self.lower, self.upper) = (
        SIMD16(repeating: zeroPoint), SIMD16(repeating: lower), SIMD16(repeating: upper)
      )
      floatZeroPoint = SIMD16(repeating: Float(zeroPoint))
      (floatLower, floatUpper) = (SIMD16(repeating: Float(lower)), SIMD16(repeating: Float(upper)))
    }
  }

  /// Constants of sixteen channels for ``Function/requantize(_:hasHigh:)``, rounding twice or once.
  struct Channels {
    let bias: SIMD16<Int32>
    let factors: FactorLanes
  }

  struct ChannelsOnce {
    let bias: SIMD16<Int32>
    let factors: FactorLanesOnce
  }

  /// Constants of sixteen channels with float results.
  struct ScaledChannels {
    let scale: SIMD16<Float>, bias: SIMD16<Float>
    /// The sums of byte weights.
    let sums: SIMD16<Int32>
  }

  struct FusedChannels {
    let bias: SIMD16<Int32>
    let factors: FusedFactorLanes
  }
}

extension ByteRowCode.Constants {
  /// Packs the constants, followed by one record per 16 channels.
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

struct ByteRowKernel: Sendable {
  private let function: EmittedFunction<ByteRowCode.Arguments>
  private let constants: AlignedBuffer

  /// Nil if no code can be emitted.
  init?(_ routine: ByteRowCode.Routine, _ constants: AlignedBuffer) {
    guard let code = ByteRowCode.shared(routine, name: "byte-rows") else { return nil }
    function = EmittedFunction(code)
    self.constants = constants
  }

  static var isAvailable: Bool { MachineCodeSupport.obstacle == nil && Architecture.current == .x86 }

  /// Whether this processor has code for ``ByteProduct``.
  static var hasProducts: Bool {
    let products = MachineCodeSupport.integerProducts
    return isAvailable && products.isFused && products.width == .bits512
  }

  var memory: [any KernelMemory] { [constants] }

  /// - Precondition: `rows` is at least 1.
  func call(
    rows: Int = 1, length: Int, left: UnsafeRawPointer, right: UnsafeRawPointer? = nil,
    output: UnsafeMutableRawPointer
  ) -> KernelCall {
    function.call(
      ByteRowCode.Arguments(
        left: left, right: right, output: output, constants: constants.pointer, rows: rows, length: length))
  }
}

extension ByteRowCode.Constants {
  mutating func set(output: ByteRange) {
    setOutput(zeroPoint: output.zeroPoint, lower: output.lower, upper: output.upper)
  }
}
