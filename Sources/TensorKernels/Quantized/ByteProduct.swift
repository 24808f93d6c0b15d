/// Two bytes times factors, in integers:
///
///     result = (offset + left · a + right · b) >> shift     a and b are signed bytes
///
/// Factors have 24 bits with a sign. The offset holds a zero point and one half, so that the shift rounds to nearest.
struct ByteProduct {
  let left: Int32, right: Int32, offset: Int32

  /// The numbers that factors and offset stand for.
  struct Numbers {
    var left: Double, right: Double, offset: Double

    /// The largest shift with which no sum of two bytes overflows, also if factors are some units larger: the more bits
    /// are behind the point, the nearer the factors. Nil if even the smallest one is too large.
    var shift: Int32? {
      let factor = max(abs(left), abs(right))
      let sum = abs(offset) + 128 * (abs(left) + abs(right))
      // False for numbers that are not finite, too.
      return (16...22).reversed().first { shift in
        let unit = Double(1 << shift)
        return factor * unit < 0x1p23 - 64 && sum * unit < 0x1p31 - 0x1p16
      }
    }
  }
}

/// Sixteen of them, as emitted code reads them. It interleaves bytes with zeros: 0, a, 0, b are two words that hold
/// 256 times the bytes, which it multiplies by the upper sixteen bits of the factors, and four bytes, which it
/// multiplies by the lower eight.
struct ByteProductLanes {
  private(set) var offset = SIMD16<Int32>()
  private(set) var high = SIMD16<UInt32>(), low = SIMD16<UInt32>()

  init() {}

  /// The product of each lane.
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

/// The products of each of 64 elements, in the order in which emitted code interleaves them.
struct ByteProductBlock {
  private var vectors: (ByteProductLanes, ByteProductLanes, ByteProductLanes, ByteProductLanes)

  /// The product of each element.
  init(_ product: (_ element: Int) -> ByteProduct) {
    func lanes(_ vector: Int) -> ByteProductLanes {
      ByteProductLanes { lane in product(lane / 4 * 16 + vector * 4 + lane % 4) }
    }
    vectors = (lanes(0), lanes(1), lanes(2), lanes(3))
  }
}

/// The constants of the functions of ``ByteRowCode`` that are such products. Bytes are signed ones, in all lanes.
struct ByteProductConstants {
  /// What makes signed bytes of those without a sign, which are 128 larger; zero for signed ones.
  private(set) var flip = SIMD16<UInt32>()
  private(set) var shift = SIMD16<Int32>()
  /// The products of a sum.
  var sum = ByteProductLanes()
  /// The byte below which slopes begin.
  private(set) var turn = SIMD16<UInt32>()
  private(set) var lower = SIMD16<UInt32>(), upper = SIMD16<UInt32>()

  init() {}

  /// Products to a range of bytes.
  init(shift: Int32, turn: Int32 = 0, to output: ByteRange) {
    flip = Self.lanes(output.isSigned ? 0 : -128)
    self.shift = SIMD16(repeating: shift)
    self.turn = Self.lanes(turn)
    (lower, upper) = (Self.lanes(output.signed.lower), Self.lanes(output.signed.upper))
  }

  /// A signed byte in all lanes.
  private static func lanes(_ byte: Int32) -> SIMD16<UInt32> {
    SIMD16(repeating: UInt32(UInt8(truncatingIfNeeded: byte)) &* 0x0101_0101)
  }
}

extension ByteRange {
  /// The zero point and the limits where bytes are signed, which makes those without a sign 128 less.
  var signed: (zeroPoint: Int32, lower: Int32, upper: Int32) {
    let shift: Int32 = isSigned ? 0 : 128
    return (zeroPoint - shift, lower - shift, upper - shift)
  }
}
