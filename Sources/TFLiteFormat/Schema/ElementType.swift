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
  case int2 = 19
  case uint4 = 20
  case float8E4M3FN = 21
  case float8E5M2 = 22

  /// The size of one element in bytes; nil for strings, resources and variants, and for integers of 2 and 4 bits, of
  /// which a byte holds several.
  public var byteCount: Int? {
    switch self {
    case .bool, .int8, .uint8, .float8E4M3FN, .float8E5M2: 1
    case .float16, .bfloat16, .int16, .uint16: 2
    case .float32, .int32, .uint32: 4
    case .float64, .int64, .uint64, .complex64: 8
    case .complex128: 16
    case .string, .resource, .variant, .int2, .int4, .uint4: nil
    }
  }

  /// The bits of an integer of which a byte holds several, the first one in its lowest bits; nil for other types.
  package var packedBitCount: Int? {
    switch self {
    case .int2: 2
    case .int4, .uint4: 4
    default: nil
    }
  }

  /// The name shown in messages and listings, such as `float32`.
  public var name: String { String(describing: self) }
}
