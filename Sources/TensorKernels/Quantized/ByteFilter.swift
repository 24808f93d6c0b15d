/// The weights of a byte product, relative to their zero point.
///
/// Signed bytes with zero point 0, and integers of fewer bits, are borrowed from the caller until kernels are made,
/// since copying a large filter takes as long as packing it. A kernel that keeps weights must keep ``copied``.
package struct ByteFilter: @unchecked Sendable {
  private enum Storage {
    case integers([Int16])
    /// Buffers, each with the weights of consecutive columns.
    case bytes([UnsafeBufferPointer<Int8>])
    /// Some of the integers of a file.
    case packed(PackedIntegers, Range<Int>)
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

  /// Borrows signed integers of fewer bits than a byte.
  package init(_ integers: PackedIntegers, count: Int) { storage = .packed(integers, 0..<count) }

  var count: Int {
    switch storage {
    case .packed(_, let places): places.count
    case .integers(let integers): integers.count
    case .bytes(let pieces): pieces.reduce(0) { $0 + $1.count }
    }
  }

  package var integers: [Int16] {
    switch storage {
    case .integers(let integers): integers
    case .bytes(let pieces): pieces.flatMap { Self.range.integers(UnsafeRawBufferPointer($0)) }
    case .packed(let integers, let places):
      Self.unpacked(integers, places).withUnsafeBytes { Self.range.integers($0) }
    }
  }

  private static let range = ByteRange(isSigned: true, zeroPoint: 0)

  private static func unpacked(_ integers: PackedIntegers, _ places: Range<Int>) -> [Int8] {
    [Int8](unsafeUninitializedCapacity: places.count) { bytes, count in
      count = places.count
      if let start = bytes.baseAddress { integers.unpack(places, to: start) }
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
    case .packed(let integers, let whole):
      return ByteFilter(
        .packed(integers, whole.lowerBound + places.lowerBound..<whole.lowerBound + places.upperBound))
    }
  }

  /// The same weights in memory of their own.
  var copied: ByteFilter { ByteFilter(integers) }

  package var isOfBytes: Bool {
    guard case .integers(let integers) = storage else { return true }
    var bits: Int16 = 0
    for weight in integers { bits |= weight ^ (weight >> 15) }
    return bits < 128
  }

  /// Calls `body` with the weights of some columns as signed bytes, a run of columns at a time.
  ///
  /// - Precondition: ``isOfBytes``.
  package func forEachRun(
    of columns: Range<Int>, depth: Int, _ body: (_ bytes: UnsafePointer<Int8>, _ columns: Range<Int>) -> Void
  ) {
    let places = columns.lowerBound * depth..<columns.upperBound * depth
    func call(_ bytes: [Int8]) {
      bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { body(start, columns) } }
    }
    switch storage {
    case .integers(let integers): call(integers[places].map { Int8(truncatingIfNeeded: $0) })
    case .packed(let integers, let whole):
      call(Self.unpacked(integers, whole.lowerBound + places.lowerBound..<whole.lowerBound + places.upperBound))
    case .bytes(let pieces):
      var first = 0
      for case let (start?, count) in pieces.lazy.map({ ($0.baseAddress, $0.count / max(depth, 1)) }) {
        let run = columns.clamped(to: first..<first + count)
        if !run.isEmpty { body(start + (run.lowerBound - first) * depth, run) }
        first += count
      }
    }
  }

  /// The sum of each column's weights, and of its negative weights.
  package func sums(columns: Int, depth: Int) -> [(all: Int32, negative: Int32)] {
    guard case .integers(let integers) = storage else {
      var sums = [(all: Int32, negative: Int32)](repeating: (0, 0), count: columns)
      for first in stride(from: 0, to: columns, by: 32) {
        forEachRun(of: first..<min(first + 32, columns), depth: depth) { bytes, run in
          for (index, column) in run.enumerated() {
            sums[column] = Self.sums(UnsafeRawBufferPointer(start: bytes + index * depth, count: depth))
          }
        }
      }
      return sums
    }
    return integers.withUnsafeBufferPointer { weights in
      (0..<columns).map { column in
        var (all, negative): (Int32, Int32) = (0, 0)
        for place in column * depth..<(column + 1) * depth {
          all &+= Int32(weights[place])
          negative &+= Int32(min(weights[place], 0))
        }
        return (all, negative)
      }
    }
  }

  /// Stores the sum of each of a run's columns.
  package static func storeSums(
    _ bytes: UnsafePointer<Int8>, depth: Int, of columns: Range<Int>, to sums: inout [Int32]
  ) {
    for (index, column) in columns.enumerated() {
      sums[column] = Self.sums(UnsafeRawBufferPointer(start: bytes + index * depth, count: depth)).all
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
