import VisionCore

/// A landmark of either kind, one of 21 in a list.
package protocol LandmarkPoint: Sendable {
  var x: Float { get }
  var y: Float { get }
  var z: Float { get }
  /// A landmark with only coordinates.
  init(at coordinates: SIMD3<Float>)
}

extension LandmarkPoint {
  /// The three coordinates.
  package var coordinates: SIMD3<Float> { SIMD3(x, y, z) }
}

extension NormalizedLandmark: LandmarkPoint {
  package init(at coordinates: SIMD3<Float>) {
    self.init(x: coordinates.x, y: coordinates.y, z: coordinates.z)
  }
}

extension Landmark: LandmarkPoint {
  package init(at coordinates: SIMD3<Float>) {
    self.init(x: coordinates.x, y: coordinates.y, z: coordinates.z)
  }
}

extension Array where Element: LandmarkPoint {
  /// The longest of wrist to index knuckle, across the knuckles, and little knuckle to wrist, when x, y and z are
  /// multiplied by a scale.
  package func palmLength(scaledBy scale: SIMD3<Float>) -> Float {
    func distance(_ first: HandLandmark, _ second: HandLandmark) -> Float {
      let x = (self[first].x - self[second].x) * scale.x
      let y = (self[first].y - self[second].y) * scale.y
      let z = (self[first].z - self[second].z) * scale.z
      return (x * x + y * y + z * z).squareRoot()
    }
    return Swift.max(
      distance(.wrist, .indexFingerMCP), distance(.indexFingerMCP, .pinkyMCP), distance(.pinkyMCP, .wrist))
  }
}

extension [NormalizedLandmark] {
  /// The center of wrist and knuckles.
  package var palmCenter: SIMD2<Float> {
    var sum = SIMD2<Float>()
    for landmark in HandLandmark.palm {
      sum += SIMD2(self[landmark].x, self[landmark].y)
    }
    return sum / Float(HandLandmark.palm.count)
  }
}

extension NormalizedLandmark {
  /// Moves the landmark in the picture.
  mutating func move(by offset: SIMD2<Float>) {
    self = NormalizedLandmark(x: x + offset.x, y: y + offset.y, z: z, visibility: visibility, presence: presence)
  }
}

extension HandLandmark {
  /// Wrist and knuckles, which move as one.
  fileprivate static let palm: [HandLandmark] = [
    .wrist, .indexFingerMCP, .middleFingerMCP, .ringFingerMCP, .pinkyMCP,
  ]
}

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
