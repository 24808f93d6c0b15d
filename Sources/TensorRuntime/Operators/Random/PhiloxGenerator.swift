/// Philox 4×32 with ten rounds (Salmon and others, 2011): random words as a function of a seed and a counter, with
/// which TFLite's random operators draw.
struct PhiloxGenerator: Sendable {
  /// The first seed is the key; the second one is the upper half of the counter.
  let key: UInt64, upper: UInt64

  /// The four words of block `index`.
  func words(ofBlock index: UInt64) -> SIMD4<UInt32> {
    var words = SIMD4(
      UInt32(truncatingIfNeeded: index), UInt32(truncatingIfNeeded: index >> 32), UInt32(truncatingIfNeeded: upper),
      UInt32(truncatingIfNeeded: upper >> 32))
    var key = SIMD2(UInt32(truncatingIfNeeded: key), UInt32(truncatingIfNeeded: key >> 32))
    for _ in 0..<10 {
      let first = words[0].multipliedFullWidth(by: 0xD251_1F53), second = words[2].multipliedFullWidth(by: 0xCD9E_8D57)
      words = SIMD4(second.high ^ words[1] ^ key[0], second.low, first.high ^ words[3] ^ key[1], first.low)
      key &+= SIMD2(0x9E37_79B9, 0xBB67_AE85)
    }
    return words
  }
}

extension Float {
  /// A number from 0 to less than 1 with the lowest 23 bits of a word.
  init(randomBits word: UInt32) { self = Float(bitPattern: 127 << 23 | word & 0x7F_FFFF) - 1 }
}
