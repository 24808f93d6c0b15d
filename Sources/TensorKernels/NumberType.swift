/// The element types that kernels compute with. Booleans are bytes, as TFLite stores them: 0 is false.
package enum NumberType: Sendable, Hashable, CaseIterable {
  case float32, int64, int32, int16, int8, uint8, bool
}
