/// A hand as the classifiers of gestures see it.
public struct HandEmbedding: Sendable, Hashable, Codable {
  /// The output of the gesture embedder; 128 values for MediaPipe's.
  public var values: [Float]
  /// The canned gesture that the bundle's own classifier sees; nil if it sees none or was not asked.
  public var cannedGesture: String?

  /// An embedding from its values.
  public init(_ values: [Float], cannedGesture: String? = nil) {
    self.values = values
    self.cannedGesture = cannedGesture
  }
}
