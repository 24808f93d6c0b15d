import TFLiteFormat

extension FlatWriter.Value {
  /// A vector of 64-bit integers.
  package static func int64s(_ values: [Int64]) -> FlatWriter.Value {
    .vector(values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }, elementByteCount: 8)
  }
}
