/// SHA-256 (FIPS 180-4), to compare pictures with the hashes of the PNG suite.
func sha256(_ message: [UInt8]) -> String {
  var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  var bytes = message + [0x80]
  while bytes.count % 64 != 56 { bytes.append(0) }
  for shift in stride(from: 56, through: 0, by: -8) {
    bytes.append(UInt8(truncatingIfNeeded: (message.count * 8) >> shift))
  }

  var schedule = [UInt32](repeating: 0, count: 64)
  for block in stride(from: 0, to: bytes.count, by: 64) {
    for i in 0..<16 {
      schedule[i] = (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[block + 4 * i + $1]) }
    }
    for i in 16..<64 {
      let (a, b) = (schedule[i - 15], schedule[i - 2])
      let s0 = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let s1 = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      schedule[i] = schedule[i - 16] &+ s0 &+ schedule[i - 7] &+ s1
    }
    var v = state
    for i in 0..<64 {
      let s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
      let first = v[7] &+ s1 &+ (v[4] & v[5] ^ ~v[4] & v[6]) &+ roundConstants[i] &+ schedule[i]
      let s0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
      let second = s0 &+ (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2])
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for i in 0..<8 { state[i] &+= v[i] }
  }
  return state.map { word in
    let text = String(word, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }.joined()
}

private func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word >> count | word << (32 - count)
}

/// The first 32 bits of the fractional part of the cube roots of the first 64 primes.
private let roundConstants: [UInt32] = (2...311).filter { n in (2..<n).allSatisfy { n % $0 != 0 } }.map { prime in
  // The largest r with r³ ≤ prime · 2^96, found by halving.
  let target = UInt128(prime) << 96
  var low: UInt128 = 0
  var high: UInt128 = 1 << 36
  while high - low > 1 {
    let middle = (low + high) / 2
    if middle * middle * middle <= target { low = middle } else { high = middle }
  }
  return UInt32(truncatingIfNeeded: low)
}
