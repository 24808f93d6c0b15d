/// The upright box around landmarks.
package struct LandmarkBounds: Sendable, Hashable {
  /// The smallest x.
  package private(set) var xMin = Float.infinity
  /// The smallest y.
  package private(set) var yMin = Float.infinity
  /// The largest x.
  package private(set) var xMax = -Float.infinity
  /// The largest y.
  package private(set) var yMax = -Float.infinity

  /// The box around the landmarks of a hand.
  package init(_ landmarks: [NormalizedLandmark]) {
    for landmark in landmarks {
      xMin = min(xMin, landmark.x)
      yMin = min(yMin, landmark.y)
      xMax = max(xMax, landmark.x)
      yMax = max(yMax, landmark.y)
    }
  }

  /// Width times height.
  package var area: Float {
    (xMax - xMin) * (yMax - yMin)
  }
}
