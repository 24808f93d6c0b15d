import TestSupport

/// Decisions taken from the bytes of an input, one byte each, so that libFuzzer changes a decision by changing a byte.
///
/// When the bytes are used up, decisions continue pseudorandomly, the same ones every time.
struct InputDecisions: RandomNumberGenerator {
  private var rest: ArraySlice<UInt8>
  private var afterEnd = SeededGenerator(seed: 1)

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// The next byte in all eight positions, so that both the high and the low bits depend on it.
  mutating func next() -> UInt64 {
    rest.popFirst().map { UInt64($0) &* 0x0101_0101_0101_0101 } ?? afterEnd.next()
  }

  /// One of the values.
  mutating func pick<T>(_ values: [T]) -> T {
    values[Int(next() % UInt64(values.count))]
  }

  /// True for half of the bytes.
  mutating func flag() -> Bool { next() & 1 == 1 }
}
