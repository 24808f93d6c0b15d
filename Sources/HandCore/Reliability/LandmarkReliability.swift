/// How reliable a landmark is in the picture: its expected error, and how likely it is near its true place.
///
/// The networks do not say it. A second run of the landmark network sees the hand in a somewhat different region; where
/// it finds a landmark elsewhere, the landmark is often wrong. How often, and by how much, was measured on rendered
/// hands (Beyond MediaPipe in the documentation).
public struct LandmarkReliability: Sendable, Hashable, Codable {
  /// The expected distance from the true place in the picture, in palms: the longest side of the triangle of wrist,
  /// index knuckle and little knuckle.
  public let expectedError: Float
  /// The probability, from 0 to 1, that the landmark is at most a tenth of a palm from its true place.
  public let confidence: Float

  /// A reliability from its numbers.
  public init(expectedError: Float, confidence: Float) {
    self.expectedError = expectedError
    self.confidence = confidence
  }
}

extension Array<LandmarkReliability> {
  /// The reliability of a landmark, as in `reliability[.indexFingerTip]`.
  ///
  /// - Precondition: the list has the landmark, like those of the tasks' results.
  public subscript(landmark: HandLandmark) -> LandmarkReliability { self[Int(landmark.rawValue)] }
}
