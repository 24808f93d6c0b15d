/// Content whose checksum is known, and that of each part: a bundle in a bundle has checksums of its own, which follow
/// from the states at their ends without reading the bytes once more.
struct ChecksummedContent: Sendable {
  private let content: Bytes
  /// The states at every ``distance`` bytes, from the first byte on.
  private let states: [UInt]
  let checksum: UInt32

  private static let distance = 1 << 16

  init(_ content: Bytes) {
    self.content = content
    var states = [CRC32.initialState]
    let last = content.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: Self.distance).reduce(CRC32.initialState) { state, start in
        let end = min(bytes.count, start + Self.distance)
        let next = CRC32.state(state, adding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        states.append(next)
        return next
      }
    }
    (self.states, checksum) = (states, ~UInt32(truncatingIfNeeded: last))
  }

  func contains(_ part: Bytes) -> Bool { content.offset(of: part) != nil }

  /// The checksum of a part; nil for other bytes.
  func checksum(of part: Bytes) -> UInt32? {
    guard let start = content.offset(of: part) else { return nil }
    // Of a state, a checksum is a linear function: what the bytes before the part add is taken away.
    let before = CRC32.shifted(state(at: start) ^ CRC32.initialState, by: part.count)
    return ~UInt32(truncatingIfNeeded: state(at: start + part.count) ^ before)
  }

  private func state(at place: Int) -> UInt {
    let known = place / Self.distance
    return content.withUnsafeBytes { bytes in
      CRC32.state(states[known], adding: UnsafeRawBufferPointer(rebasing: bytes[known * Self.distance..<place]))
    }
  }
}
