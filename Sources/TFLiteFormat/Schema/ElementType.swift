/// The type of a tensor's elements; raw values are those of the TFLite schema's `TensorType`.
public enum ElementType: UInt8, CaseIterable, Sendable {
  case float32 = 0
  case float16 = 1
  case int32 = 2
  case uint8 = 3
  case int64 = 4
  case string = 5
  case bool = 6
  case int16 = 7
  case complex64 = 8
  case int8 = 9
  case float64 = 10
  case complex128 = 11
  case uint64 = 12
  case resource = 13
  case variant = 14
  case uint32 = 15
  case uint16 = 16
  case int4 = 17
  case bfloat16 = 18

  /// The size of one element in bytes; nil for strings, resources and variants, and for `int4`, which packs two per
  /// byte.
  public var byteCount: Int? {
    switch self {
    case .bool, .int8, .uint8: 1
    case .float16, .bfloat16, .int16, .uint16: 2
    case .float32, .int32, .uint32: 4
    case .float64, .int64, .uint64, .complex64: 8
    case .complex128: 16
    case .string, .resource, .variant, .int4: nil
    }
  }

  /// The name shown in messages and listings, such as `float32`.
  public var name: String { String(describing: self) }
}
