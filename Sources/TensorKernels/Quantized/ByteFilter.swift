/// The weights of a product of bytes, as integers relative to their zero point.
///
/// Signed bytes whose zero point is zero stay where they are, in memory of the caller that is there until kernels are
/// made: of large filters, each copy takes as long as to pack it. A kernel that keeps weights keeps ``kept``.
package struct ByteFilter: @unchecked Sendable {
  private enum Storage {
    case integers([Int16])
    case bytes(UnsafeBufferPointer<Int8>)
  }
  private let storage: Storage

  package init(_ integers: [Int16]) { storage = .integers(integers) }

  private init(_ storage: Storage) { self.storage = storage }

  /// The bytes of a filter, which must be there as long as they are used.
  package init(_ bytes: UnsafeRawBufferPointer, of range: ByteRange) {
    storage =
      range.isSigned && range.zeroPoint == 0
      ? .bytes(bytes.assumingMemoryBound(to: Int8.self)) : .integers(range.integers(bytes))
  }

  var count: Int {
    switch storage {
    case .integers(let integers): integers.count
    case .bytes(let bytes): bytes.count
    }
  }

  /// All weights in 16 bits.
  var integers: [Int16] {
    switch storage {
    case .integers(let integers): integers
    case .bytes(let bytes): ByteRange(isSigned: true, zeroPoint: 0).integers(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Some neighboring weights.
  func part(_ places: Range<Int>) -> ByteFilter {
    switch storage {
    case .integers(let integers): ByteFilter(.integers(Array(integers[places])))
    case .bytes(let bytes): ByteFilter(.bytes(UnsafeBufferPointer(rebasing: bytes[places])))
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

  /// Calls `body` with all weights as bytes with a sign.
  ///
  /// - Precondition: they are such bytes.
  func withBytes<R>(_ body: (UnsafeBufferPointer<Int8>) -> R) -> R {
    switch storage {
    case .bytes(let bytes): body(bytes)
    case .integers(let integers): integers.map { Int8(truncatingIfNeeded: $0) }.withUnsafeBufferPointer(body)
    }
  }

  /// For each column of so many weights, the sum of its weights, and of those below zero.
  func sums(columns: Int, depth: Int) -> [(all: Int32, negative: Int32)] {
    switch storage {
    case .integers(let integers):
      integers.withUnsafeBufferPointer { Self.sums($0, columns: columns, depth: depth) { Int32($0) } }
    case .bytes(let bytes): Self.sums(bytes, columns: columns, depth: depth) { Int32($0) }
    }
  }

  @inline(__always)
  private static func sums<Weight>(
    _ weights: UnsafeBufferPointer<Weight>, columns: Int, depth: Int, _ integer: (Weight) -> Int32
  ) -> [(all: Int32, negative: Int32)] {
    (0..<columns).map { column in
      var (all, negative): (Int32, Int32) = (0, 0)
      for place in column * depth..<(column + 1) * depth {
        let weight = integer(weights[place])
        all &+= weight
        negative &+= weight & (weight >> 31)
      }
      return (all, negative)
    }
  }
}
