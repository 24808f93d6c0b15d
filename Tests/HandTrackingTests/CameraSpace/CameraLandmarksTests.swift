import HandTracking
import Testing

@Suite struct CameraLandmarksTests {
  private typealias Space = SpaceFixture

  /// A hand of points in space, as an exact camera of 640×480 pixels would see it.
  private func seen(_ points: [Landmark], _ camera: CameraModel) -> DetectedHand {
    DetectedHand(
      side: .right,
      landmarks: points.map {
        NormalizedLandmark(
          x: camera.principalPoint.x + camera.focalLength.x * $0.x / $0.z,
          y: camera.principalPoint.y + camera.focalLength.y * $0.y / $0.z * 640 / 480, z: 0)
      },
      worldLandmarks: points.map {
        Landmark(x: $0.x - points[9].x, y: $0.y - points[9].y, z: $0.z - points[9].z)
      })
  }

  @Test func `exact landmarks give exact places, even off the middle of the picture`() throws {
    let camera = try CameraModel(fx: 500, fy: 520, cx: 300, cy: 260, width: 640, height: 480)
    for hand in try Space.load().hands {
      let truth = Space.points(hand.truth)
      let found = try #require(seen(truth, camera).cameraLandmarks(camera, imageWidth: 640, imageHeight: 480))
      #expect(zip(found, truth).allSatisfy { Space.distance($0, $1) < 1e-4 })
    }
  }

  @Test func `a landmark that is far off hardly moves the hand`() throws {
    let camera = try CameraModel(fieldOfViewInDegrees: 60)
    let truth = Space.points(try #require(try Space.load().hands.first).truth)
    var landmarks = seen(truth, camera).landmarks
    landmarks[8] = NormalizedLandmark(x: landmarks[8].x + 0.3, y: landmarks[8].y, z: 0)
    let hand = DetectedHand(side: .right, landmarks: landmarks, worldLandmarks: seen(truth, camera).worldLandmarks)
    let found = try #require(hand.cameraLandmarks(camera, imageWidth: 640, imageHeight: 480))
    #expect(Space.distance(found[0], truth[0]) < 0.005)
  }

  @Test func `distances of drawn hands are off by at most 8 percent, and their places to the side by 5 mm`() throws {
    let space = try Space.load()
    var (distances, sides): ([Float], [Float]) = ([], [])
    for hand in space.hands {
      guard let found = hand.first?.hand(isLeft: hand.left) else { continue }
      let points = try #require(
        try found.cameraLandmarks(
          space.model, imageWidth: space.camera.width, imageHeight: space.camera.height))
      let truth = Space.points(hand.truth)
      distances.append(abs(Space.mean(points.map(\.z)) / Space.mean(truth.map(\.z)) - 1))
      let x = Space.mean(points.map(\.x)) - Space.mean(truth.map(\.x))
      let y = Space.mean(points.map(\.y)) - Space.mean(truth.map(\.y))
      sides.append((x * x + y * y).squareRoot())
    }
    #expect(distances.count >= 38)
    #expect(distances.sorted()[distances.count / 2] <= 0.08)
    #expect(Space.mean(distances) <= 0.08)
    #expect(Space.mean(sides) <= 0.005)
  }

  @Test func `a landmark covers that of the picture`() throws {
    let space = try Space.load()
    let hand = try #require(space.hands.first?.first).hand(isLeft: false)
    let camera = try space.model
    let points = try #require(hand.cameraLandmarks(camera, imageWidth: 640, imageHeight: 480))
    for (point, landmark) in zip(points, hand.landmarks) {
      #expect(abs(camera.principalPoint.x + camera.focalLength.x * point.x / point.z - landmark.x) < 1e-5)
      #expect(abs(camera.principalPoint.y + camera.focalLength.y * point.y / point.z * 4 / 3 - landmark.y) < 1e-5)
    }
  }

  @Test func `what cannot be a hand before a camera has no place`() throws {
    let camera = try CameraModel(fieldOfViewInDegrees: 60)
    let truth = Space.points(try #require(try Space.load().hands.first).truth)
    let hand = seen(truth, camera)
    #expect(hand.cameraLandmarks(camera, imageWidth: 0, imageHeight: 480) == nil)
    let none = DetectedHand(side: .right, landmarks: hand.landmarks)
    #expect(none.cameraLandmarks(camera, imageWidth: 640, imageHeight: 480) == nil)
    let point = DetectedHand(
      side: .right, landmarks: Array(repeating: hand.landmarks[0], count: 21), worldLandmarks: hand.worldLandmarks)
    #expect(point.cameraLandmarks(camera, imageWidth: 640, imageHeight: 480) == nil)
    var odd = hand.landmarks
    odd[3] = NormalizedLandmark(x: .nan, y: 0, z: 0)
    let broken = DetectedHand(side: .right, landmarks: odd, worldLandmarks: hand.worldLandmarks)
    #expect(broken.cameraLandmarks(camera, imageWidth: 640, imageHeight: 480) == nil)
    var turned = hand.worldLandmarks
    for index in turned.indices { turned[index] = Landmark(x: -turned[index].x, y: -turned[index].y, z: 0) }
    let upsideDown = DetectedHand(side: .right, landmarks: hand.landmarks, worldLandmarks: turned)
    #expect(upsideDown.cameraLandmarks(camera, imageWidth: 640, imageHeight: 480) == nil)
  }
}
