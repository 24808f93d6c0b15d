import TFLiteFormat
import TensorKernels

extension ElementType {
  /// Nil for types that no kernel computes with.
  var number: NumberType? {
    switch self {
    case .float32: .float32
    case .int64: .int64
    case .int32: .int32
    case .int16: .int16
    case .int8: .int8
    case .uint8: .uint8
    case .bool: .bool
    default: nil
    }
  }
}
