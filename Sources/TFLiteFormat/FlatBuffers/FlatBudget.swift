import Synchronization

/// Limits what a single read of a FlatBuffer may visit and copy.
///
/// Any number of offsets can lead to the same table or string, so a small file could expand without bound.
final class FlatBudget: Sendable {
  static let maximumTableCount = 1_000_000

  private let tables = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)
  private let maximumByteCount: Int

  /// Real writers share short strings at most, so twice the size of the file plus a margin is ample.
  init(fileByteCount: Int) {
    maximumByteCount = (16 << 20) + fileByteCount &* 2
  }

  /// Counts visited tables; `count` is bounded by the file's size.
  func spend(tables count: Int) throws(FormatError) {
    guard tables.wrappingAdd(count, ordering: .relaxed).newValue <= Self.maximumTableCount else {
      throw .flatBuffer(.tooManyTables(limit: Self.maximumTableCount))
    }
  }

  /// Checks that `count` more tables could be visited, without counting them.
  func check(tables count: Int) throws(FormatError) {
    guard tables.load(ordering: .relaxed) + count <= Self.maximumTableCount else {
      throw .flatBuffer(.tooManyTables(limit: Self.maximumTableCount))
    }
  }

  /// Counts copied bytes; `count` is bounded by the file's size.
  func spend(bytes count: Int) throws(FormatError) {
    guard bytes.wrappingAdd(count, ordering: .relaxed).newValue <= maximumByteCount else {
      throw .flatBuffer(.tooManyBytes(limit: maximumByteCount))
    }
  }
}
