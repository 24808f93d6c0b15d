/// The width of vector instructions and the number of registers that they can encode.
package enum VectorWidth: Sendable, Hashable, CaseIterable {
  /// NEON: 32 registers of four floats.
  case bits128Of32
  /// AVX2: sixteen registers of eight floats.
  case bits256
  /// AVX-512 VL: 32 registers of eight floats.
  case bits256Of32
  /// AVX-512: 32 registers of sixteen floats.
  case bits512

  /// Floats per register.
  package var laneCount: Int {
    switch self {
    case .bits128Of32: 4
    case .bits256, .bits256Of32: 8
    case .bits512: 16
    }
  }
  package var byteCount: Int { laneCount * 4 }
  /// Registers that instructions of this width can encode.
  package var registerCount: Int { self == .bits256 ? 16 : 32 }
}
