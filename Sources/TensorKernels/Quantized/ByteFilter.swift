/// The weights of a byte product, relative to their zero point.
///
/// Signed bytes with zero point 0 are borrowed from the caller until kernels are made, since copying a large filter
/// takes as long as packing it. A kernel that keeps weights must keep ``copied``.
package struct ByteFilter: @unchecked Sendable {
  private enum Storage {
    case integers([Int16])
    /// Buffers, each with the weights of consecutive columns.
    case bytes([UnsafeBufferPointer<Int8>])
  }
  private let storage: Storage

  package init(_ integers: [Int16]) { storage = .integers(integers) }

  private init(_ storage: Storage) { self.storage = storage }

  /// Borrows the bytes of a filter.
  package init(_ bytes: UnsafeRawBufferPointer, of range: ByteRange) {
    storage =
      range.isSigned && range.zeroPoint == 0
      ? .bytes([bytes.assumingMemoryBound(to: Int8.self)]) : .integers(range.integers(bytes))
  }

  /// Borrows the signed bytes of several filters, each with consecutive columns.
  package init(_ pieces: [UnsafeBufferPointer<Int8>]) { storage = .bytes(pieces) }

  var count: Int {
    switch storage {
    case .integers(let integers): integers.count
    case .bytes(let pieces): pieces.reduce(0) { $0 + $1.count }
    }
  }

  var integers: [Int16] {
    switch storage {
    case .integers(let integers): integers
    case .bytes(let pieces):
      pieces.flatMap { ByteRange(isSigned: true, zeroPoint: 0).integers(UnsafeRawBufferPointer($0)) }
    }
  }

  func part(_ places: Range<Int>) -> ByteFilter {
    switch storage {
    case .integers(let integers): return ByteFilter(.integers(Array(integers[places])))
    case .bytes(let pieces):
      var start = 0
      return ByteFilter(
        .bytes(
          pieces.map { piece in
            let part = places.clamped(to: start..<start + piece.count)
            defer { start += piece.count }
            return UnsafeBufferPointer(rebasing: piece[part.lowerBound - start..<part.upperBound - start])
          }))
    }
  }

  /// The same weights in memory of their own.
  var copied: ByteFilter { ByteFilter(integers) }

  var isOfBytes: Bool {
    guard case .integers(let integers) = storage else { return true }
    var bits: Int16 = 0
    for weight in integers { bits |= weight ^ (weight >> 15) }
    return bits < 128
  }

  /// Calls `body` with all weights as buffers of signed bytes, each with whole columns.
  ///
  /// - Precondition: ``isOfBytes``.
  func withBytes<R>(_ body: ([UnsafeBufferPointer<Int8>]) -> R) -> R {
    switch storage {
    case .bytes(let pieces): body(pieces)
    case .integers(let integers): integers.map { Int8(truncatingIfNeeded: $0) }.withUnsafeBufferPointer { body([$0]) }
    }
  }

  /// The sum of each column's weights, and of its negative weights.
  func sums(columns: Int, depth: Int) -> [(all: Int32, negative: Int32)] {
    switch storage {
    case .integers(let integers):
      integers.withUnsafeBufferPointer { weights in
        (0..<columns).map { column in
          var (all, negative): (Int32, Int32) = (0, 0)
          for place in column * depth..<(column + 1) * depth {
            all &+= Int32(weights[place])
            negative &+= Int32(min(weights[place], 0))
          }
          return (all, negative)
        }
      }
    case .bytes(let pieces):
      // Columns without weights share one buffer.
      pieces.flatMap { piece in
        let bytes = UnsafeRawBufferPointer(piece)
        return (0..<(depth > 0 ? piece.count / depth : columns)).map { column in
          Self.sums(UnsafeRawBufferPointer(rebasing: bytes[column * depth..<(column + 1) * depth]))
        }
      }
    }
  }

  /// The sums of signed bytes, sixteen at a time.
  private static func sums(_ bytes: UnsafeRawBufferPointer) -> (all: Int32, negative: Int32) {
    typealias Words = SIMD8<Int16>
    var (all, negative): (Int32, Int32) = (0, 0)
    let wholeCount = bytes.count / 16 * 16
    // Few enough for 16-bit sums.
    for first in stride(from: 0, to: wholeCount, by: 16 * 64) {
      var (sums, negatives) = (Words.zero, Words.zero)
      for place in stride(from: first, to: min(first + 16 * 64, wholeCount), by: 16) {
        let pairs = bytes.loadUnaligned(fromByteOffset: place, as: Words.self)
        let (even, odd) = ((pairs &<< 8) &>> 8, pairs &>> 8)
        sums &+= even &+ odd
        negatives &+= pointwiseMin(even, .zero) &+ pointwiseMin(odd, .zero)
      }
      all &+= SIMD8<Int32>(truncatingIfNeeded: sums).wrappedSum()
      negative &+= SIMD8<Int32>(truncatingIfNeeded: negatives).wrappedSum()
    }
    for byte in bytes[wholeCount...] {
      let weight = Int32(Int8(bitPattern: byte))
      all &+= weight
      negative &+= min(weight, 0)
    }
    return (all, negative)
  }
}
