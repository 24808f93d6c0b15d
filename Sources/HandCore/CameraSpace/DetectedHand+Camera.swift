import VisionCore

extension DetectedHand {
  /// The 21 landmarks in space, in meters from the camera: x to the right, y down, z away from it.
  ///
  /// The world landmarks, moved as a whole to where they best cover the landmarks in the picture: a robust
  /// least-squares problem whose three unknowns are the place. Each landmark is then put on its own ray, at its depth,
  /// so that it covers that of the picture. The network assumes a hand of average size: the distance of a hand that is
  /// a tenth smaller appears a tenth too large. In single pictures, `landmarkPasses = 2` makes the distance more
  /// accurate.
  ///
  /// - Parameters:
  ///   - camera: the camera that took the picture.
  ///   - imageWidth: the width of the picture as it is stored; only its ratio to the height counts.
  ///   - imageHeight: the height of the picture.
  /// - Returns: nil unless there are 21 finite landmarks of both kinds, before the camera, in a picture with a size.
  public func cameraLandmarks(_ camera: CameraModel, imageWidth: Int, imageHeight: Int) -> [Landmark]? {
    let count = ModelConstants.Landmarks.count
    guard landmarks.count == count, worldLandmarks.count == count, imageWidth > 0, imageHeight > 0 else { return nil }
    let aspectRatio = Float(imageHeight) / Float(imageWidth)
    let rays = landmarks.map { SIMD2<Double>(camera.ray($0, aspectRatio: aspectRatio)) }
    let points = worldLandmarks.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    guard let place = HandPlacement.place(of: points, on: rays) else { return nil }
    let placed = zip(rays, points).map { ray, point in
      let depth = point.z + place.z
      return Landmark(x: Float(ray.x * depth), y: Float(ray.y * depth), z: Float(depth))
    }
    return placed.allSatisfy { $0.z > 0 && $0.coordinates.isFinite } ? placed : nil
  }
}

/// Where a rigid set of points is that a camera sees on known rays.
enum HandPlacement {
  /// The place of the points' origin; nil if it is not determined.
  ///
  /// A point (x, y, z) is seen at (a, b) if x + X = a (z + Z) and y + Y = b (z + Z), which is linear in the place
  /// (X, Y, Z). Divided by the depth of the last iteration, the differences are those in the picture.
  static func place(of points: [SIMD3<Double>], on rays: [SIMD2<Double>]) -> SIMD3<Double>? {
    var place: SIMD3<Double>?
    var distances = points.map { _ in 0.0 }
    for _ in 0..<8 {
      let weights = HuberWeights(distances)
      var problem = LeastSquares3()
      for (index, (point, ray)) in zip(points, rays).enumerated() {
        let depth = place.map { point.z + $0.z } ?? 1
        let weight = weights[distances[index]] / (depth * depth)
        problem.add(SIMD3(1, 0, -ray.x), ray.x * point.z - point.x, weight: weight)
        problem.add(SIMD3(0, 1, -ray.y), ray.y * point.z - point.y, weight: weight)
      }
      guard let found = problem.solution, points.allSatisfy({ $0.z + found.z > 0 }) else { return nil }
      for (index, (point, ray)) in zip(points, rays).enumerated() {
        let moved = point + found
        let miss = SIMD2(moved.x, moved.y) / moved.z - ray
        distances[index] = (miss * miss).sum().squareRoot()
      }
      place = found
    }
    return place
  }
}
