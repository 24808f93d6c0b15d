/// The sums of a row × eight channels, two terms at a time.
struct Int16Sums {
  private var low = SIMD4<Int32>(), high = SIMD4<Int32>()

  /// Adds the products of two neighboring values of a row.
  @inline(__always)
  mutating func add(_ values: UnsafeRawPointer, times weights: Int16Pairs) {
    let both = SIMD4<Int32>(repeating: values.loadUnaligned(as: Int32.self))
    add(unsafeBitCast(both, to: SIMD8<Int16>.self), unsafeBitCast(both, to: SIMD8<Int16>.self), times: weights)
  }

  /// Adds the products of two values for each channel.
  @inline(__always)
  mutating func add(_ lows: SIMD8<Int16>, _ highs: SIMD8<Int16>, times weights: Int16Pairs) {
    low &+= Self.products(lows, weights.low)
    high &+= Self.products(highs, weights.high)
  }

  @inline(__always)
  var floats: Vector8 { Vector8(low: Self.floats(low), high: Self.floats(high)) }

  /// Sums of the products of neighbors (`pmaddwd`).
  @inline(__always)
  private static func products(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD4<Int32> {
    #if SIMD128
      return multiply_neighbors(a, b)
    #else
      return SIMD4<Int32>(truncatingIfNeeded: a.evenHalf) &* SIMD4<Int32>(truncatingIfNeeded: b.evenHalf)
        &+ SIMD4<Int32>(truncatingIfNeeded: a.oddHalf) &* SIMD4<Int32>(truncatingIfNeeded: b.oddHalf)
    #endif
  }

  @inline(__always)
  private static func floats(_ sums: SIMD4<Int32>) -> Vector4 {
    #if SIMD128
      return floats_of_integers(sums)
    #else
      return Vector4(sums)
    #endif
  }
}

/// Weights of two terms × eight channels; a channel's are side by side.
struct Int16Pairs {
  let low: SIMD8<Int16>, high: SIMD8<Int16>

  /// Loads from any address.
  @inline(__always)
  init(loading weights: UnsafeRawPointer) {
    low = weights.loadUnaligned(as: SIMD8<Int16>.self)
    high = weights.loadUnaligned(fromByteOffset: 16, as: SIMD8<Int16>.self)
  }
}

/// Four neighboring rows of 16-bit values × eight channels.
enum Int16Tile {
  /// Stores the sums of each row.
  ///
  /// - Parameters:
  ///   - rowByteCount: bytes between rows.
  ///   - pairByteCount: bytes between a row's pairs of terms; `pairCount` of them are a segment.
  ///   - segmentByteCount: bytes between segments.
  ///   - stride: bytes between the weights of pairs.
  @inline(__always)
  static func sums(
    _ rows: UnsafeRawPointer, rowByteCount: Int, pairByteCount: Int, pairCount: Int, segmentCount: Int = 1,
    segmentByteCount: Int = 0, _ weights: UnsafeRawPointer, _ stride: Int, to target: UnsafeMutablePointer<Vector8>
  ) {
    var (weights, segment) = (weights, rows)
    var sums = (Int16Sums(), Int16Sums(), Int16Sums(), Int16Sums())
    for _ in 0..<segmentCount {
      var values = segment
      let end = weights + pairCount &* stride
      while weights != end {
        #if SIMD128
          values = unseen_address(values)
        #endif
        let pairs = Int16Pairs(loading: weights)
        sums.0.add(values, times: pairs)
        sums.1.add(values + rowByteCount, times: pairs)
        sums.2.add(values + 2 &* rowByteCount, times: pairs)
        sums.3.add(values + 3 &* rowByteCount, times: pairs)
        values += pairByteCount
        weights += stride
      }
      segment += segmentByteCount
    }
    target.initialize(to: sums.0.floats)
    (target + 1).initialize(to: sums.1.floats)
    (target + 2).initialize(to: sums.2.floats)
    (target + 3).initialize(to: sums.3.floats)
  }

  /// Calls `body` with four rows at a time, fewer at the end, and with room for their sums.
  @inline(__always)
  static func forEach(of count: Int, _ body: (_ rows: Range<Int>, _ sums: UnsafeMutablePointer<Vector8>) -> Void) {
    withUnsafeTemporaryAllocation(of: Vector8.self, capacity: 4) { sums in
      guard let sums = sums.baseAddress else { return }
      for first in Swift.stride(from: 0, to: count, by: 4) { body(first..<min(first &+ 4, count), sums) }
    }
  }
}
