/// A piece of data about the model, kept in one of its buffers under a name.
public struct MetadataEntry: Sendable, Equatable {
  /// The name, such as `TFLITE_METADATA`.
  public let name: String
  /// The index in `Model.buffers`.
  public let bufferIndex: Int
}
