import Foundation

/// Random numbers that a failed test can replay: xorshift64* with its own distributions, so that no library version
/// changes them.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts from a seed; 0 is replaced, since xorshift never leaves it.
  public init(seed: UInt64) {
    state = seed == 0 ? 0x9E37_79B9_7F4A_7C15 : seed
  }

  /// The seed of this run: `MUDRA_TEST_SEED`, or a fixed one.
  public static var runSeed: UInt64 {
    ProcessInfo.processInfo.environment["MUDRA_TEST_SEED"].flatMap(UInt64.init) ?? 20_261_121
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// A float in [-1, 1), from 24 random bits.
  public mutating func nextFloat() -> Float {
    Float(next() >> 40) / Float(1 << 23) - 1
  }

  /// `count` floats in [-1, 1).
  public mutating func floats(_ count: Int) -> [Float] {
    (0..<count).map { _ in nextFloat() }
  }

  /// `count` bytes determined by a seed.
  public static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8(random.next() >> 56) }
  }
}
