import TFLiteFormat
import TensorKernels

extension ElementType {
  /// Hand networks compute with floats alone: integers are refused as elements that are not supported.
  var number: NumberType? { self == .float32 ? .float32 : nil }
}
