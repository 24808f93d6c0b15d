/// The element types that kernels compute with. Booleans are bytes, as TFLite stores them: 0 is false.
package enum NumberType: Sendable, Hashable, CaseIterable {
  case float32, int64, int32, int16, int8, uint8, bool

  /// The integers.
  static let integers: [NumberType] = [.int64, .int32, .int16, .int8, .uint8]
  /// All of them.
  static let all = allCases

  /// The size of an element in bytes.
  package var byteCount: Int {
    switch self {
    case .int64: 8
    case .float32, .int32: 4
    case .int16: 2
    case .int8, .uint8, .bool: 1
    }
  }
}
