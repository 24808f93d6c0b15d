import HandCore

/// A hand as the classifiers of gestures see it.
public struct HandEmbedding: Sendable, Hashable, Codable {
  /// The maximum number of values; training takes memory and time by its square and cube.
  public static let sizeLimit = ModelConstants.Embedder.sizeLimit

  /// The output of the gesture embedder; 128 values for MediaPipe's.
  public var values: [Float]
  /// The canned gesture that the bundle's own classifier sees; nil if it sees none or was not asked.
  public var cannedGesture: String?

  /// An embedding from its values.
  public init(_ values: [Float], cannedGesture: String? = nil) {
    self.values = values
    self.cannedGesture = cannedGesture
  }

  /// Throws unless it has so many values, all of them finite.
  func check(size: Int, source: String) throws(GestureTrainingError) {
    guard values.count == size else { throw .embeddingSize(source: source, found: values.count, expected: size) }
    guard values.allSatisfy(\.isFinite) else { throw .notFinite(source: source) }
  }
}
