/// Named data about the model, stored in one of its buffers.
public struct MetadataEntry: Sendable, Equatable {
  /// The name, such as `TFLITE_METADATA`.
  public let name: String
  /// The index in `Model.buffers`.
  public let bufferIndex: Int
}
