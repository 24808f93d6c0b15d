import VisionCore

/// Where the landmarks of a hand are that two or more cameras see at the same moment.
///
/// Unlike the distance from one camera, it assumes nothing about the hand's size, and is more accurate the farther the
/// cameras are apart as seen from the hand, up to a right angle.
///
/// ```swift
/// let triangulator = try HandTriangulator(cameras: [
///   PlacedCamera(model: left, imageWidth: 1280, imageHeight: 720),
///   PlacedCamera(model: right, rotation: rows, translation: meters, imageWidth: 1280, imageHeight: 720),
/// ])
/// let hand = try triangulator.triangulate([leftHand.landmarks, rightHand.landmarks])
/// ```
public struct HandTriangulator: Sendable, Hashable, Codable {
  /// The cameras, in the order of their views.
  public let cameras: [PlacedCamera]

  /// A triangulator for cameras that do not move.
  ///
  /// - Throws: ``CameraSpaceError/tooFewCameras(_:)`` unless there are at least two.
  public init(cameras: [PlacedCamera]) throws(CameraSpaceError) {
    guard cameras.count >= 2 else { throw .tooFewCameras(cameras.count) }
    self.cameras = cameras
  }

  /// The hand that the cameras see: for each landmark the point whose pictures differ least from the landmarks, by
  /// linear triangulation and then Gauss-Newton steps. With three and more views, one that contradicts the others
  /// counts less.
  ///
  /// - Parameter views: the hand's landmarks in the picture of each camera; nil for a camera that does not see it.
  /// - Throws: ``CameraSpaceError``: another number of views than of cameras, fewer than two that are not nil,
  ///   a view without 21 finite landmarks, or rays that do not meet.
  public func triangulate(_ views: [[NormalizedLandmark]?]) throws(CameraSpaceError) -> TriangulatedHand {
    guard views.count == cameras.count else {
      throw .viewCountMismatch(expected: cameras.count, found: views.count)
    }
    let seen = zip(cameras, views).compactMap { camera, view in view.map { (camera, $0) } }
    guard seen.count >= 2 else { throw .tooFewViews(seen.count) }
    for (_, view) in seen {
      guard view.count == ModelConstants.Landmarks.count, view.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
        throw .invalidLandmarks
      }
    }
    var hand = TriangulatedHand(landmarks: [], misses: [])
    for landmark in HandLandmark.allCases {
      let rays = seen.map { CameraRay($0.0, $0.1[landmark]) }
      guard let point = CameraRay.meetingPoint(of: rays), point.isFinite else { throw .noIntersection(landmark) }
      hand.landmarks.append(Landmark(at: point))
      hand.misses.append(CameraRay.miss(of: rays, at: point))
    }
    return hand
  }
}

/// A hand in the space of several cameras.
public struct TriangulatedHand: Sendable, Hashable, Codable {
  /// The 21 landmarks, in meters, in the axes of the cameras' world.
  public internal(set) var landmarks: [Landmark]
  /// How far from each landmark the cameras' rays pass, in meters: the root of the mean square. Of several hands, those
  /// that belong together miss least.
  public internal(set) var misses: [Float]
}

/// The ray on which a camera sees a landmark, with the camera's place.
struct CameraRay {
  // The rows of the rotation from the world to the camera.
  private let rows: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>)
  private let translation: SIMD3<Double>
  private let seen: SIMD2<Double>

  /// The ray of a landmark in a camera's picture.
  init(_ camera: PlacedCamera, _ landmark: NormalizedLandmark) {
    let back = camera.rotation.inverse
    rows = (
      SIMD3<Double>(back.rotate(SIMD3(1, 0, 0))), SIMD3<Double>(back.rotate(SIMD3(0, 1, 0))),
      SIMD3<Double>(back.rotate(SIMD3(0, 0, 1)))
    )
    translation = SIMD3<Double>(camera.translation)
    seen = SIMD2<Double>(camera.model.ray(landmark, aspectRatio: camera.aspectRatio))
  }

  /// A point of the world in the camera's axes.
  private func inCamera(_ point: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows.x * point).sum(), (rows.y * point).sum(), (rows.z * point).sum()) + translation
  }

  /// How far the picture of a point is from the landmark, one unit before the camera.
  private func difference(at point: SIMD3<Double>) -> SIMD2<Double> {
    let place = inCamera(point)
    return SIMD2(place.x, place.y) / place.z - seen
  }

  private func distance(at point: SIMD3<Double>) -> Double {
    let difference = difference(at: point)
    return (difference * difference).sum().squareRoot()
  }

  /// The point that these rays pass; nil if they are parallel, or meet behind a camera.
  static func meetingPoint(of rays: [CameraRay]) -> SIMD3<Float>? {
    // x − a z = 0 and y − b z = 0 in the camera's axes are linear in the point.
    var linear = LeastSquares3()
    for ray in rays {
      let (a, b, t) = (ray.seen.x, ray.seen.y, ray.translation)
      linear.add(ray.rows.x - a * ray.rows.z, a * t.z - t.x)
      linear.add(ray.rows.y - b * ray.rows.z, b * t.z - t.y)
    }
    guard var point = linear.solution else { return nil }
    for _ in 0..<5 {
      let distances = rays.map { $0.distance(at: point) }
      // Two rays cannot tell which of them is wrong.
      let weights = rays.count > 2 ? HuberWeights(distances) : HuberWeights.equal
      var step = LeastSquares3()
      for (ray, distance) in zip(rays, distances) {
        let place = ray.inCamera(point)
        guard place.z > 0 else { return nil }
        let difference = ray.difference(at: point)
        let weight = weights[distance]
        step.add((ray.rows.x - place.x / place.z * ray.rows.z) / place.z, -difference.x, weight: weight)
        step.add((ray.rows.y - place.y / place.z * ray.rows.z) / place.z, -difference.y, weight: weight)
      }
      guard let change = step.solution else { return nil }
      point += change
    }
    return rays.allSatisfy { $0.inCamera(point).z > 0 } ? SIMD3<Float>(point) : nil
  }

  /// How far from a point the rays pass, in meters.
  static func miss(of rays: [CameraRay], at point: SIMD3<Float>) -> Float {
    let point = SIMD3<Double>(point)
    let squares = rays.map { ray in
      let miss = ray.distance(at: point) * ray.inCamera(point).z
      return miss * miss
    }
    return Float((squares.reduce(0, +) / Double(rays.count)).squareRoot())
  }
}
