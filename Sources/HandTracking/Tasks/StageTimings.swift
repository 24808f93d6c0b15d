/// How long the stages of one picture or frame took; see ``BaseOptions/reportsTimings``.
public struct StageTimings: Sendable, Hashable, Codable {
  /// Finding palms in the whole picture; zero in a frame whose hands are all followed.
  public let palmDetection: Duration
  /// Finding the landmarks of all hands.
  public let handLandmarks: Duration
  /// Naming the gestures of all hands; zero for a ``HandLandmarker``.
  public let gestures: Duration
  /// Everything, from the pixels to the result. The time that a frame waited is not part of it.
  public let total: Duration

  /// Timings from their parts.
  public init(palmDetection: Duration, handLandmarks: Duration, gestures: Duration, total: Duration) {
    self.palmDetection = palmDetection
    self.handLandmarks = handLandmarks
    self.gestures = gestures
    self.total = total
  }
}
