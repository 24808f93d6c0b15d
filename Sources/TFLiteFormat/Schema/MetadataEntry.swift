/// Named data about the model, stored in one of its buffers.
package struct MetadataEntry: Sendable, Equatable {
  /// The name, such as `TFLITE_METADATA`.
  package let name: String
  /// The index in `Model.buffers`.
  package let bufferIndex: Int
}
