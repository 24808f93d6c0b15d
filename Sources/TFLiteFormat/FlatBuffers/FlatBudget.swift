import Synchronization

/// Limits what one reading of a FlatBuffer may visit and copy.
///
/// Offsets can lead to one table or string any number of times, so a small file could unfold into an endless one.
final class FlatBudget: Sendable {
  static let maximumTableCount = 1_000_000

  private let tables = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)
  private let maximumByteCount: Int

  /// Honest writers share at most short strings, so twice the file and a margin is ample.
  init(fileByteCount: Int) {
    maximumByteCount = (16 << 20) + fileByteCount &* 2
  }

  /// Counts visited tables; `count` is bounded by the file's size.
  func spend(tables count: Int) throws(FormatError) {
    guard tables.wrappingAdd(count, ordering: .relaxed).newValue <= Self.maximumTableCount else {
      throw .flatBuffer(.tooManyTables(limit: Self.maximumTableCount))
    }
  }

  /// Checks that so many tables more could be visited, without counting them.
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
