/// How far a finger is bent.
public enum FingerCurl: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Stretched.
  case straight
  /// Bent in part.
  case half
  /// Bent into the palm.
  case full
}
