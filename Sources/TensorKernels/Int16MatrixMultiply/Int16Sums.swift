/// The sums of a row × eight channels, two terms at a time.
struct Int16Sums {
  private var low = SIMD4<Int32>(), high = SIMD4<Int32>()

  /// Adds the products of two neighboring values of a row.
  @inline(__always)
  mutating func add(_ values: UnsafeRawPointer, times weights: Int16Pairs) {
    let both = unsafeBitCast(SIMD4<Int32>(repeating: values.loadUnaligned(as: Int32.self)), to: SIMD8<Int16>.self)
    addLow(both, times: weights.low)
    addHigh(both, times: weights.high)
  }

  /// Adds the products of two values for each of the first four channels.
  @inline(__always)
  mutating func addLow(_ values: SIMD8<Int16>, times weights: SIMD8<Int16>) { low &+= Self.products(values, weights) }

  /// The same for the last four channels.
  @inline(__always)
  mutating func addHigh(_ values: SIMD8<Int16>, times weights: SIMD8<Int16>) { high &+= Self.products(values, weights) }

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

/// The sums of four neighboring rows of 16-bit values × eight channels.
struct Int16Tile {
  private var rows = (Int16Sums(), Int16Sums(), Int16Sums(), Int16Sums())

  @inline(__always) static var height: Int { 4 }

  /// - Parameters:
  ///   - rowByteCount: bytes between rows.
  ///   - pairByteCount: bytes between a row's pairs of terms; `pairCount` of them are a segment.
  ///   - segmentByteCount: bytes between segments.
  ///   - stride: bytes between the weights of pairs.
  @inline(__always)
  init(
    _ first: UnsafeRawPointer, rowByteCount: Int, pairByteCount: Int, pairCount: Int, segmentCount: Int = 1,
    segmentByteCount: Int = 0, _ weights: UnsafeRawPointer, _ stride: Int
  ) {
    var (weights, segment) = (weights, first)
    for _ in 0..<segmentCount {
      var values = segment
      let end = weights + pairCount &* stride
      while weights != end {
        #if SIMD128
          values = unseen_address(values).unsafelyUnwrapped
        #endif
        let pairs = Int16Pairs(loading: weights)
        rows.0.add(values, times: pairs)
        rows.1.add(values + rowByteCount, times: pairs)
        rows.2.add(values + 2 &* rowByteCount, times: pairs)
        rows.3.add(values + 3 &* rowByteCount, times: pairs)
        values += pairByteCount
        weights += stride
      }
      segment += segmentByteCount
    }
  }

  /// The sums of a row.
  @inline(__always)
  func floats(_ row: Int) -> Vector8 {
    switch row {
    case 0: rows.0.floats
    case 1: rows.1.floats
    case 2: rows.2.floats
    default: rows.3.floats
    }
  }

  /// Calls `body` with the first `count` rows' sums, at most four.
  @inline(__always)
  func forEachRow(of count: Int, _ body: (_ row: Int, _ sums: Vector8) -> Void) {
    body(0, rows.0.floats)
    guard count > 1 else { return }
    body(1, rows.1.floats)
    guard count > 2 else { return }
    body(2, rows.2.floats)
    guard count > 3 else { return }
    body(3, rows.3.floats)
  }
}
