import MudraPlatform

/// Limits what reading a file and everything in it may take: visited elements, copied bytes, memory, time.
///
/// Any number of offsets can lead to the same table, string or vector, so a small file could expand without bound. Each
/// visit is charged before it is made, which keeps the work proportional to the size of the file.
package final class ReadingBudget: Sendable {
  /// The maximum number of tables and operands, however large the file is.
  static let largestElementCount = 1_000_000
  /// The maximum memory for the contents, in bytes.
  static let largestMemory = 192 << 20

  private let elements = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)
  private let memory = Atomic<Int>(0)
  private let largestElementCount: Int
  private let largestByteCount: Int
  private let timeCheck: (@Sendable () throws(FormatError) -> Void)?

  /// A budget for a file of the given size. Real writers share short strings at most, so twice the size of the file and
  /// a margin is ample.
  ///
  /// - Parameter timeCheck: throws once the time is up.
  package init(fileByteCount: Int, timeCheck: (@Sendable () throws(FormatError) -> Void)? = nil) {
    largestElementCount = min(Self.largestElementCount, (1 << 18) + fileByteCount)
    largestByteCount = (16 << 20) + fileByteCount &* 2
    self.timeCheck = timeCheck
  }

  /// The same budget, unspent.
  var renewed: ReadingBudget { ReadingBudget(self) }

  private init(_ other: ReadingBudget) {
    largestElementCount = other.largestElementCount
    largestByteCount = other.largestByteCount
    timeCheck = other.timeCheck
  }

  /// The memory of what has been read, in bytes.
  package var memoryByteCount: Int { memory.load(ordering: .relaxed) }

  /// - Throws: `FormatError.tooSlow` or `.waitedTooLong` once the time is up.
  package func checkTime() throws(FormatError) {
    try timeCheck?()
  }

  /// Counts visited tables and operands; `count` is bounded by the file's size.
  func spend(elements count: Int) throws(FormatError) {
    let (before, now) = elements.wrappingAdd(count, ordering: .relaxed)
    guard now <= largestElementCount else { throw .flatBuffer(.tooManyTables(limit: largestElementCount)) }
    if before >> 10 != now >> 10 { try checkTime() }
  }

  /// Checks that `count` more elements could be visited, without counting them.
  func check(elements count: Int) throws(FormatError) {
    guard elements.load(ordering: .relaxed) + count <= largestElementCount else {
      throw .flatBuffer(.tooManyTables(limit: largestElementCount))
    }
  }

  /// Counts copied bytes, or bytes that will be visited; `count` is bounded by the file's size.
  func spend(bytes count: Int) throws(FormatError) {
    let (before, now) = bytes.wrappingAdd(count, ordering: .relaxed)
    guard now <= largestByteCount else { throw .flatBuffer(.tooManyBytes(limit: largestByteCount)) }
    if before >> 22 != now >> 22 { try checkTime() }
  }

  /// Counts the memory of contents; `count` is bounded by a multiple of the file's size.
  func spend(memory count: Int) throws(FormatError) {
    guard memory.wrappingAdd(count, ordering: .relaxed).newValue <= Self.largestMemory else {
      throw .flatBuffer(.tooMuchMemory(limit: Self.largestMemory))
    }
  }
}
