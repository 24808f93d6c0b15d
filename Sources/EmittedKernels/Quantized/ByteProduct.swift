import TensorKernels

/// A weighted sum of two bytes, in integers:
///
///     result = (offset + left · a + right · b) >> shift     a and b are signed bytes
///
/// Factors are 24-bit signed. The offset is the zero point plus ½, so that the shift rounds to nearest.
struct ByteProduct {
  let left: Int32, right: Int32, offset: Int32

  /// The real factors and offset.
  struct Coefficients {
    var left: Double, right: Double, offset: Double

    /// The largest shift, and so precision, with which no sum overflows, even if factors are a few units larger. Nil if
    /// there is none.
    var shift: Int32? {
      let factor = max(abs(left), abs(right))
      let sum = abs(offset) + 128 * (abs(left) + abs(right))
      // False for NaN and infinity, too.
      return (16...22).reversed().first { shift in
        let unit = Double(1 << shift)
        return factor * unit < 0x1p23 - 64 && sum * unit < 0x1p31 - 0x1p16
      }
    }
  }
}

/// Sixteen products as emitted code reads them. Bytes interleaved with zeros (0, a, 0, b) are multiplied both as two
/// words, 256 times the bytes, by the factors' high 16 bits, and as four bytes by the low eight.
struct ByteProductLanes {
  private(set) var offset = SIMD16<Int32>()
  private(set) var high = SIMD16<UInt32>(), low = SIMD16<UInt32>()

  init() {}

  init(_ product: (_ lane: Int) -> ByteProduct) {
    for lane in 0..<16 {
      let product = product(lane)
      let (left, right) = (UInt32(bitPattern: product.left), UInt32(bitPattern: product.right))
      offset[lane] = product.offset
      high[lane] = (left >> 8 & 0xFFFF) | (right << 8 & 0xFFFF_0000)
      low[lane] = (left & 0xFF) << 8 | right << 24
    }
  }
}

/// The products of 64 elements, in the order in which emitted code interleaves them.
struct ByteProductBlock {
  private var vectors: (ByteProductLanes, ByteProductLanes, ByteProductLanes, ByteProductLanes)

  init(_ product: (_ element: Int) -> ByteProduct) {
    func lanes(_ vector: Int) -> ByteProductLanes {
      ByteProductLanes { lane in product(lane / 4 * 16 + vector * 4 + lane % 4) }
    }
    vectors = (lanes(0), lanes(1), lanes(2), lanes(3))
  }
}

/// The constants of ``ByteProduct`` functions; bytes are signed, and broadcast.
struct ByteProductConstants {
  /// XOR mask from unsigned to signed bytes; zero for signed ones.
  private(set) var flip = SIMD16<UInt32>()
  private(set) var shift = SIMD16<Int32>()
  var sum = ByteProductLanes()
  /// The byte below which slopes apply.
  private(set) var turn = SIMD16<UInt32>()
  private(set) var lower = SIMD16<UInt32>(), upper = SIMD16<UInt32>()

  init() {}

  init(shift: Int32, turn: Int32 = 0, to output: ByteRange) {
    flip = Self.lanes(output.isSigned ? 0 : -128)
    self.shift = SIMD16(repeating: shift)
    self.turn = Self.lanes(turn)
    (lower, upper) = (Self.lanes(output.signed.lower), Self.lanes(output.signed.upper))
  }

  /// A byte in all bytes of the lanes.
  static func lanes(_ byte: Int32) -> SIMD16<UInt32> {
    SIMD16(repeating: UInt32(UInt8(truncatingIfNeeded: byte)) &* 0x0101_0101)
  }
}
