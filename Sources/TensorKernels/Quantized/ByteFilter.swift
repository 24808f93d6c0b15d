/// The weights of a product of bytes, as integers relative to their zero point.
///
/// Signed bytes whose zero point is zero stay where they are, in memory of the caller that is there until kernels are
/// made: of large filters, each copy takes as long as to pack it. A kernel that keeps weights keeps ``kept``.
package struct ByteFilter: @unchecked Sendable {
  private enum Storage {
    case integers([Int16])
    /// One piece of memory after another, each with the weights of some columns.
    case bytes([UnsafeBufferPointer<Int8>])
  }
  private let storage: Storage

  package init(_ integers: [Int16]) { storage = .integers(integers) }

  private init(_ storage: Storage) { self.storage = storage }

  /// The bytes of a filter, which must be there as long as they are used.
  package init(_ bytes: UnsafeRawBufferPointer, of range: ByteRange) {
    storage =
      range.isSigned && range.zeroPoint == 0
      ? .bytes([bytes.assumingMemoryBound(to: Int8.self)]) : .integers(range.integers(bytes))
  }

  /// The signed bytes of several filters, of which each has some columns.
  package init(_ pieces: [UnsafeBufferPointer<Int8>]) { storage = .bytes(pieces) }

  var count: Int {
    switch storage {
    case .integers(let integers): integers.count
    case .bytes(let pieces): pieces.reduce(0) { $0 + $1.count }
    }
  }

  /// All weights in 16 bits.
  var integers: [Int16] {
    switch storage {
    case .integers(let integers): integers
    case .bytes(let pieces):
      pieces.flatMap { ByteRange(isSigned: true, zeroPoint: 0).integers(UnsafeRawBufferPointer($0)) }
    }
  }

  /// Some neighboring weights.
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
  var kept: ByteFilter { ByteFilter(integers) }

  /// Whether all weights are bytes with a sign.
  var isOfBytes: Bool {
    guard case .integers(let integers) = storage else { return true }
    var bits: Int16 = 0
    for weight in integers { bits |= weight ^ (weight >> 15) }
    return bits < 128
  }

  /// Calls `body` with all weights as bytes with a sign, in pieces of whole columns.
  ///
  /// - Precondition: they are such bytes.
  func withBytes<R>(_ body: ([UnsafeBufferPointer<Int8>]) -> R) -> R {
    switch storage {
    case .bytes(let pieces): body(pieces)
    case .integers(let integers): integers.map { Int8(truncatingIfNeeded: $0) }.withUnsafeBufferPointer { body([$0]) }
    }
  }

  /// For each column of so many weights, the sum of its weights, and of those below zero.
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
      // Columns without weights are all in one piece.
      pieces.flatMap { piece in
        let bytes = UnsafeRawBufferPointer(piece)
        return (0..<(depth > 0 ? piece.count / depth : columns)).map { column in
          Self.sums(UnsafeRawBufferPointer(rebasing: bytes[column * depth..<(column + 1) * depth]))
        }
      }
    }
  }

  /// The sums of bytes with a sign, sixteen at a time.
  private static func sums(_ bytes: UnsafeRawBufferPointer) -> (all: Int32, negative: Int32) {
    typealias Words = SIMD8<Int16>
    var (all, negative): (Int32, Int32) = (0, 0)
    let wholeCount = bytes.count / 16 * 16
    // As many as 16 bits hold.
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
