/// The hash function SHA-256, which names the model of a recording.
///
/// Source: FIPS 180-4, sections 4.1.2, 5.1.1, 5.3.3 and 6.2.2.
enum SHA256 {
  /// The hash of bytes, as 64 hexadecimal digits.
  static func hash(_ bytes: [UInt8]) -> String {
    var state = initial
    var schedule = [UInt32](repeating: 0, count: 64)
    let wholeCount = bytes.count / 64 * 64
    for start in stride(from: 0, to: wholeCount, by: 64) {
      compress(bytes, start, &schedule, &state)
    }
    // The rest, a one bit, zeros, and the number of bits as a big-endian number.
    var rest = Array(bytes[wholeCount...]) + [0x80]
    while rest.count % 64 != 56 { rest.append(0) }
    let bitCount = UInt64(bytes.count) &* 8
    for shift in stride(from: 56, through: 0, by: -8) {
      rest.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    for start in stride(from: 0, to: rest.count, by: 64) { compress(rest, start, &schedule, &state) }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func compress(
    _ bytes: [UInt8], _ start: Int, _ schedule: inout [UInt32], _ state: inout [UInt32]
  ) {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    for index in 0..<16 {
      let place = start + 4 * index
      schedule[index] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
        | UInt32(bytes[place + 3])
    }
    for index in 16..<64 {
      let (old, new) = (schedule[index - 15], schedule[index - 2])
      let first = rotated(old, 7) ^ rotated(old, 18) ^ old >> 3
      let second = rotated(new, 17) ^ rotated(new, 19) ^ new >> 10
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let first = h &+ sum &+ (e & f ^ ~e & g) &+ constants[index] &+ schedule[index]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static let primes: [UInt32] = {
    var primes: [UInt32] = []
    var candidate: UInt32 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }()

  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let initial: [UInt32] = primes.prefix(8).map { prime in
    fraction { root in root.multipliedFullWidth(by: root) < square(prime) }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes.map { prime in
    fraction { root in isCubeBelow(root, prime) }
  }

  /// The low 32 bits of the largest number of 2⁻³² that the condition holds for.
  private static func fraction(_ isBelow: (UInt64) -> Bool) -> UInt32 {
    var root: UInt64 = 0
    for bit in (0..<38).reversed() where isBelow(root | 1 << UInt64(bit)) { root |= 1 << UInt64(bit) }
    return UInt32(truncatingIfNeeded: root)
  }

  /// A prime in units of 2⁻⁶⁴.
  private static func square(_ prime: UInt32) -> (high: UInt64, low: UInt64.Magnitude) { (UInt64(prime), 0) }

  /// Whether the cube of a number of 2⁻³² is below a prime: root³ < prime · 2⁹⁶.
  private static func isCubeBelow(_ root: UInt64, _ prime: UInt32) -> Bool {
    let (high, low) = root.multipliedFullWidth(by: root)
    // (high · 2⁶⁴ + low) · root, whose highest word is below 2⁵⁰ for roots below 2³⁸.
    let lower = low.multipliedFullWidth(by: root)
    let upper = high.multipliedFullWidth(by: root)
    let (middle, carry) = upper.low.addingReportingOverflow(lower.high)
    let top = upper.high + (carry ? 1 : 0)
    return (top, middle) < (0, UInt64(prime) << 32)
  }
}

private func < (left: (high: UInt64, low: UInt64), right: (high: UInt64, low: UInt64)) -> Bool {
  left.high != right.high ? left.high < right.high : left.low < right.low
}
