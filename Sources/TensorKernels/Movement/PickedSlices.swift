import MudraPlatform

/// Slices of one size, each from a place of its own: what gathering and resampling to the nearest pixel consist of.
package enum PickedSlices {
  /// The offsets that are worth computing at once: they have 1024 bytes, more of which would not be on the stack.
  package static let countAtOnce = 1024 / MemoryLayout<Int>.stride

  /// Copies a slice from each offset in bytes, one after another to the target.
  ///
  /// The system's `memcpy` takes longer to find out how many bytes a short slice has than to copy them.
  package static func copy(
    _ byteCount: Int, from source: UnsafeRawPointer, at offsets: UnsafeMutableBufferPointer<Int>,
    to target: UnsafeMutableRawPointer
  ) {
    switch byteCount {
    case 1: copyWords(UInt8.self, source, offsets, target)
    case 2: copyWords(UInt16.self, source, offsets, target)
    case 4: copyWords(UInt32.self, source, offsets, target)
    case 8: copyWords(UInt64.self, source, offsets, target)
    case 3: copyPairs(UInt16.self, byteCount, source, offsets, target)
    case 5...7: copyPairs(UInt32.self, byteCount, source, offsets, target)
    case 9...15: copyPairs(UInt64.self, byteCount, source, offsets, target)
    case 16...32: copyPairs(SIMD16<UInt8>.self, byteCount, source, offsets, target)
    case 33...64: copyPairs(SIMD32<UInt8>.self, byteCount, source, offsets, target)
    case 65...128: copyPairs(SIMD64<UInt8>.self, byteCount, source, offsets, target)
    default:
      for (index, offset) in offsets.enumerated() { memcpy(target + index * byteCount, source + offset, byteCount) }
    }
  }

  /// Slices of one word.
  private static func copyWords<Word: BitwiseCopyable>(
    _ type: Word.Type, _ source: UnsafeRawPointer, _ offsets: UnsafeMutableBufferPointer<Int>,
    _ target: UnsafeMutableRawPointer
  ) {
    var target = target
    for offset in offsets {
      target.storeBytes(of: (source + offset).loadUnaligned(as: type), as: type)
      target += MemoryLayout<Word>.size
    }
  }

  /// Slices of two words, which overlap if the slice is shorter.
  private static func copyPairs<Word: BitwiseCopyable>(
    _ type: Word.Type, _ byteCount: Int, _ source: UnsafeRawPointer, _ offsets: UnsafeMutableBufferPointer<Int>,
    _ target: UnsafeMutableRawPointer
  ) {
    let second = byteCount - MemoryLayout<Word>.size
    var target = target
    for offset in offsets {
      let words = (
        (source + offset).loadUnaligned(as: type), (source + (offset + second)).loadUnaligned(as: type)
      )
      target.storeBytes(of: words.0, as: type)
      (target + second).storeBytes(of: words.1, as: type)
      target += byteCount
    }
  }
}
