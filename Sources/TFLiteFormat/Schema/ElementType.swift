/// The type of a tensor's elements; raw values are those of the TFLite schema's `TensorType`.
public enum ElementType: UInt8, CaseIterable, Sendable {
  /// Numbers of 32 bits, IEEE 754 binary32.
  case float32 = 0
  /// Numbers of 16 bits, IEEE 754 binary16.
  case float16 = 1
  /// Signed integers of 32 bits.
  case int32 = 2
  /// Unsigned integers of 8 bits.
  case uint8 = 3
  /// Signed integers of 64 bits.
  case int64 = 4
  /// Texts of any length.
  case string = 5
  /// Truth values, a byte each.
  case bool = 6
  /// Signed integers of 16 bits.
  case int16 = 7
  /// Complex numbers with parts of 32 bits.
  case complex64 = 8
  /// Signed integers of 8 bits.
  case int8 = 9
  /// Numbers of 64 bits, IEEE 754 binary64.
  case float64 = 10
  /// Complex numbers with parts of 64 bits.
  case complex128 = 11
  /// Unsigned integers of 64 bits.
  case uint64 = 12
  /// Handles of variables and tables.
  case resource = 13
  /// Values of any type, such as lists of tensors.
  case variant = 14
  /// Unsigned integers of 32 bits.
  case uint32 = 15
  /// Unsigned integers of 16 bits.
  case uint16 = 16
  /// Signed integers of 4 bits, two in a byte.
  case int4 = 17
  /// The upper 16 bits of `float32` numbers.
  case bfloat16 = 18
  /// Signed integers of 2 bits, four in a byte.
  case int2 = 19
  /// Unsigned integers of 4 bits, two in a byte.
  case uint4 = 20
  /// Numbers of 8 bits: 4 of exponent, 3 of mantissa, no infinities.
  case float8E4M3FN = 21
  /// Numbers of 8 bits: 5 of exponent, 2 of mantissa.
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
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = [
    "float32", "float16", "int32", "uint8", "int64", "string", "bool", "int16", "complex64", "int8", "float64",
    "complex128", "uint64", "resource", "variant", "uint32", "uint16", "int4", "bfloat16", "int2", "uint4",
    "float8E4M3FN", "float8E5M2",
  ]
}
