/// The checksum of zip entries: CRC-32 with the reflected polynomial 0xEDB88320.
///
/// Sixteen bytes at a time ("slicing"): table `k` holds the effect of a byte followed by `k` more bytes. Large contents
/// are checked as two halves side by side, since each step waits for the one before.
///
/// A bundle's bytes all pass here. So the loop uses only operations that are fast without optimization, too: words and
/// table entries are of one type, and pointers have their type.
package enum CRC32 {
  /// 16 consecutive tables of 256 entries.
  private static let tables: [UInt] = {
    var tables = [UInt](repeating: 0, count: 16 * 256)
    for index in 0..<256 {
      var value = UInt(index)
      for _ in 0..<8 {
        value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1
      }
      tables[index] = value
    }
    for index in 256..<tables.count {
      let previous = tables[index - 256]
      tables[index] = (previous >> 8) ^ tables[Int(previous & 0xFF)]
    }
    return tables
  }()

  /// Whether a word is eight bytes, the first of them lowest.
  private static let takesWords = UInt.bitWidth == 64 && 1.littleEndian == 1

  /// The state before the first byte; a checksum is the inverted one after the last.
  static let initialState: UInt = 0xFFFF_FFFF

  /// The checksum of `bytes`.
  package static func checksum(of bytes: Bytes) -> UInt32 {
    bytes.withUnsafeBytes { ~UInt32(truncatingIfNeeded: state(initialState, adding: $0)) }
  }

  /// The state after some bytes.
  static func state(_ state: UInt, adding bytes: UnsafeRawBufferPointer) -> UInt {
    guard bytes.count >= FoldedCRC32.leastByteCount, let folded = FoldedCRC32.shared else {
      return self.state(state, addingByTables: bytes)
    }
    let end = bytes.count / FoldedCRC32.blockByteCount * FoldedCRC32.blockByteCount
    let whole = folded.fold(state, UnsafeRawBufferPointer(rebasing: bytes[..<end])) {
      self.state(0, addingByTables: $0)
    }
    return self.state(whole, addingByTables: UnsafeRawBufferPointer(rebasing: bytes[end...]))
  }

  private static func state(_ state: UInt, addingByTables bytes: UnsafeRawBufferPointer) -> UInt {
    tables.withUnsafeBufferPointer { tables in
      guard let table = tables.baseAddress, let base = bytes.baseAddress else { return state }
      let end = base + bytes.count
      let words = takesWords ? min(base.alignedUp(for: UInt.self), end) : end
      let blockCount = (end - words) / 16
      var state = state
      add(base, to: words, table, &state)
      var rest = words
      if blockCount >= leastHalvedBlockCount {
        let half = blockCount / 2
        var other: UInt = 0
        add(words.assumingMemoryBound(to: UInt.self), half, table, &state, &other)
        state = shifted(state, by: 16 * half) ^ other
        rest += 32 * half
      }
      let restCount = (end - rest) / 16
      add(rest.assumingMemoryBound(to: UInt.self), restCount, table, &state)
      add(rest + 16 * restCount, to: end, table, &state)
      return state
    }
  }

  /// Contents from which halves gain more than putting them together costs.
  private static let leastHalvedBlockCount = 256

  // MARK: Putting halves together

  /// A state after `byteCount` zeros: its product with x to the power of 8 · `byteCount`, modulo the polynomial.
  ///
  /// Words hold polynomials over GF(2) as CRC-32 does: the highest bit is the coefficient of 1.
  static func shifted(_ state: UInt, by byteCount: Int) -> UInt {
    var (result, power, count) = (state, UInt(1) << 23, byteCount)
    while count > 0 {
      if count & 1 == 1 { result = product(result, power) }
      power = product(power, power)
      count >>= 1
    }
    return result
  }

  /// The product of two polynomials, modulo CRC-32's.
  private static func product(_ first: UInt, _ second: UInt) -> UInt {
    var (sum, factor) = (UInt(0), second)
    for bit in 0..<32 {
      if first & (0x8000_0000 >> UInt(bit)) != 0 { sum ^= factor }
      factor = factor & 1 == 1 ? (factor >> 1) ^ 0xEDB8_8320 : factor >> 1
    }
    return sum
  }

  // MARK: Adding bytes

  /// Adds single bytes.
  private static func add(
    _ base: UnsafeRawPointer, to end: UnsafeRawPointer, _ table: UnsafePointer<UInt>, _ state: inout UInt
  ) {
    for position in 0..<end - base {
      let byte = UInt(base.load(fromByteOffset: position, as: UInt8.self))
      state = (state &>> 8) ^ table[Int(bitPattern: (state ^ byte) & 0xFF)]
    }
  }

  /// Adds blocks of two words (``takesWords``); indices into `table` are bytes plus multiples of 256 below 16.
  private static func add(
    _ words: UnsafePointer<UInt>, _ blockCount: Int, _ table: UnsafePointer<UInt>, _ state: inout UInt
  ) {
    var sum = state
    var index = 0
    while index < 2 &* blockCount {
      sum = step(words[index] ^ sum, words[index &+ 1], table)
      index &+= 2
    }
    state = sum
  }

  /// Adds the first half of twice as many blocks to one state, the second half to the other.
  private static func add(
    _ words: UnsafePointer<UInt>, _ blockCount: Int, _ table: UnsafePointer<UInt>, _ state: inout UInt,
    _ other: inout UInt
  ) {
    var (sum, otherSum) = (state, other)
    var index = 0
    let count = 2 &* blockCount
    while index < count {
      sum = step(words[index] ^ sum, words[index &+ 1], table)
      otherSum = step(words[index &+ count] ^ otherSum, words[index &+ count &+ 1], table)
      index &+= 2
    }
    (state, other) = (sum, otherSum)
  }

  /// The combined effect of sixteen bytes, the last of which uses the first table.
  @inline(__always)
  private static func step(_ first: UInt, _ second: UInt, _ table: UnsafePointer<UInt>) -> UInt {
    var value = table[3840 &+ Int(bitPattern: first & 0xFF)]
    value ^= table[3584 &+ Int(bitPattern: (first &>> 8) & 0xFF)]
    value ^= table[3328 &+ Int(bitPattern: (first &>> 16) & 0xFF)]
    value ^= table[3072 &+ Int(bitPattern: (first &>> 24) & 0xFF)]
    value ^= table[2816 &+ Int(bitPattern: (first &>> 32) & 0xFF)]
    value ^= table[2560 &+ Int(bitPattern: (first &>> 40) & 0xFF)]
    value ^= table[2304 &+ Int(bitPattern: (first &>> 48) & 0xFF)]
    value ^= table[2048 &+ Int(bitPattern: first &>> 56)]
    value ^= table[1792 &+ Int(bitPattern: second & 0xFF)]
    value ^= table[1536 &+ Int(bitPattern: (second &>> 8) & 0xFF)]
    value ^= table[1280 &+ Int(bitPattern: (second &>> 16) & 0xFF)]
    value ^= table[1024 &+ Int(bitPattern: (second &>> 24) & 0xFF)]
    value ^= table[768 &+ Int(bitPattern: (second &>> 32) & 0xFF)]
    value ^= table[512 &+ Int(bitPattern: (second &>> 40) & 0xFF)]
    value ^= table[256 &+ Int(bitPattern: (second &>> 48) & 0xFF)]
    return value ^ table[Int(bitPattern: second &>> 56)]
  }
}
