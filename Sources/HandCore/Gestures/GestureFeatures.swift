import VisionCore

/// The inputs of the gesture embedder: landmarks made independent of the hand's position and size and of the picture's
/// rotation.
package enum GestureFeatures {
  /// Fills `features` with x, y, z of each landmark.
  ///
  /// The landmarks are scaled to the picture's aspect ratio, rotated by the input region's rotation, and normalized:
  /// the wrist is the origin and the longer side of the hand's box is 1.
  /// - Precondition: `features` has space for three values per landmark.
  package static func fill(
    _ features: UnsafeMutableBufferPointer<Float>, from landmarks: [NormalizedLandmark], rotation: Float,
    imageWidth: Int, imageHeight: Int
  ) {
    let side = Float(max(imageWidth, imageHeight))
    let columns = Double(Float(imageWidth) / side)
    let rows = Double(Float(imageHeight) / side)
    let turn = Turn(rotation)
    fill(features, count: landmarks.count) { index in
      let landmark = landmarks[index]
      return turn(
        x: Float((Double(landmark.x) - 0.5) * columns + 0.5), y: Float((Double(landmark.y) - 0.5) * rows + 0.5),
        z: landmark.z)
    }
  }

  /// Fills `features` with x, y, z of each world landmark: like for landmarks, without the aspect ratio.
  ///
  /// - Precondition: `features` has space for three values per landmark.
  package static func fill(
    _ features: UnsafeMutableBufferPointer<Float>, from landmarks: [Landmark], rotation: Float
  ) {
    let turn = Turn(rotation)
    fill(features, count: landmarks.count) { index in
      turn(x: landmarks[index].x, y: landmarks[index].y, z: landmarks[index].z)
    }
  }

  private static func fill(
    _ features: UnsafeMutableBufferPointer<Float>, count: Int, point: (Int) -> (x: Float, y: Float, z: Float)
  ) {
    precondition(features.count >= 3 * count, "too little room for the features")
    guard count > 0 else { return }
    let origin = point(0)
    var xMin = Float.greatestFiniteMagnitude
    var yMin = Float.greatestFiniteMagnitude
    var xMax = -Float.greatestFiniteMagnitude
    var yMax = -Float.greatestFiniteMagnitude
    for index in 0..<count {
      let point = point(index)
      let x = point.x - origin.x
      let y = point.y - origin.y
      xMin = min(xMin, x)
      yMin = min(yMin, y)
      xMax = max(xMax, x)
      yMax = max(yMax, y)
      features[3 * index] = x
      features[3 * index + 1] = y
      features[3 * index + 2] = point.z - origin.z
    }
    let size = max(xMax - xMin, yMax - yMin) + ModelConstants.Gestures.sizeOffset
    for index in 0..<3 * count {
      features[index] = features[index] / size
    }
  }
}

/// A rotation about (0.5, 0.5) that undoes the input region's.
private struct Turn {
  private let cosine: Float
  private let sine: Float

  init(_ rotation: Float) {
    cosine = CorrectlyRounded.cosine(rotation)
    sine = CorrectlyRounded.sine(-rotation)
  }

  func callAsFunction(x: Float, y: Float, z: Float) -> (x: Float, y: Float, z: Float) {
    let u = x - 0.5
    let v = y - 0.5
    return (u * cosine - v * sine + 0.5, v * cosine + u * sine + 0.5, z)
  }
}
