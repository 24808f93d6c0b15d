/// Element types of kernels. Booleans are bytes, as in TFLite: 0 is false.
package enum NumberType: Sendable, Hashable, CaseIterable {
  case float32, int64, int32, int16, int8, uint8, bool

  static let integers: [NumberType] = [.int64, .int32, .int16, .int8, .uint8]
  static let all = allCases

  package var byteCount: Int {
    switch self {
    case .int64: 8
    case .float32, .int32: 4
    case .int16: 2
    case .int8, .uint8, .bool: 1
    }
  }
}
