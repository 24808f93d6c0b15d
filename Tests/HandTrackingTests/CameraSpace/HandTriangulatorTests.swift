import HandTracking
import Testing

@Suite struct HandTriangulatorTests {
  private typealias Space = SpaceFixture
  private let space: SpaceFixture
  private let triangulator: HandTriangulator

  init() throws {
    space = try Space.load()
    triangulator = try HandTriangulator(cameras: [
      PlacedCamera(model: space.model, imageWidth: 640, imageHeight: 480),
      PlacedCamera(
        model: space.model, rotation: space.camera.rotation, translation: space.camera.translation, imageWidth: 640,
        imageHeight: 480),
    ])
  }

  /// Points as an exact camera of 640×480 pixels sees them.
  private func view(_ points: [Landmark], _ camera: PlacedCamera) -> [NormalizedLandmark] {
    points.map {
      let place = camera.rotation.rotate(SIMD3($0.x, $0.y, $0.z)) + camera.translation
      return NormalizedLandmark(
        x: 0.5 + camera.model.focalLength.x * place.x / place.z,
        y: 0.5 + camera.model.focalLength.y * place.y / place.z * 4 / 3, z: 0)
    }
  }

  @Test func `two cameras find drawn hands within 10 mm, nearer than one camera does`() throws {
    var (two, one): ([Float], [Float]) = ([], [])
    for hand in space.hands {
      guard let first = hand.first?.hand(isLeft: hand.left), let second = hand.second?.hand(isLeft: hand.left) else {
        continue
      }
      let truth = Space.points(hand.truth)
      let found = try triangulator.triangulate([first.landmarks, second.landmarks])
      two += zip(found.landmarks, truth).map(Space.distance)
      let alone = try #require(try first.cameraLandmarks(space.model, imageWidth: 640, imageHeight: 480))
      one += zip(alone, truth).map(Space.distance)
    }
    #expect(two.count >= 38 * 21)
    #expect(Space.mean(two) <= 0.01)
    #expect(Space.mean(one) >= 2 * Space.mean(two))
  }

  @Test func `exact views give exact points without a miss`() throws {
    for hand in space.hands {
      let truth = Space.points(hand.truth)
      let found = try triangulator.triangulate(triangulator.cameras.map { view(truth, $0) })
      #expect(zip(found.landmarks, truth).allSatisfy { Space.distance($0, $1) < 1e-4 })
      #expect(found.misses.allSatisfy { $0 < 1e-4 })
    }
  }

  @Test func `of three cameras, one may see nothing, or something else`() throws {
    let truth = Space.points(try #require(space.hands.first).truth)
    // Half a meter below the first, and turned up by 45 degrees.
    let half = Float(0.5).squareRoot()
    let third = try PlacedCamera(
      model: space.model, rotation: [SIMD3(1, 0, 0), SIMD3(0, half, half), SIMD3(0, -half, half)],
      translation: SIMD3(0, -0.35, 0.1), imageWidth: 640, imageHeight: 480)
    let three = try HandTriangulator(cameras: triangulator.cameras + [third])
    var views: [[NormalizedLandmark]?] = three.cameras.map { view(truth, $0) }
    views[0] = nil
    let found = try three.triangulate(views).landmarks
    #expect(zip(found, truth).allSatisfy { Space.distance($0, $1) < 1e-4 })

    views[0] = view(truth, three.cameras[0])
    views[1]?[8] = NormalizedLandmark(x: 0.9, y: 0.1, z: 0)
    let robust = try three.triangulate(views)
    #expect(Space.distance(robust.landmarks[0], truth[0]) < 1e-4)
    #expect(robust.misses[8] > 10 * robust.misses[7])
  }

  @Test func `the hands of two people miss each other's rays`() throws {
    let hands = space.hands.filter { $0.first != nil && $0.second != nil }.prefix(12)
    var right = 0
    for hand in hands {
      let first = try #require(hand.first).hand(isLeft: false).landmarks
      let misses = hands.map { other in
        other.second.flatMap { try? triangulator.triangulate([first, $0.hand(isLeft: false).landmarks]) }
          .map { Space.mean($0.misses) } ?? .infinity
      }
      if let best = misses.min(), let own = hands.firstIndex(where: { $0.truth == hand.truth }) {
        right += misses[own - hands.startIndex] == best ? 1 : 0
      }
    }
    #expect(right == hands.count)
  }

  @Test func `cameras and views that cannot be are refused by name`() throws {
    let model = try space.model
    let truth = view(Space.points(space.hands[0].truth), triangulator.cameras[0])
    #expect(throws: CameraSpaceError.tooFewCameras(1)) {
      try HandTriangulator(cameras: [triangulator.cameras[0]])
    }
    #expect(throws: CameraSpaceError.viewCountMismatch(expected: 2, found: 1)) { try triangulator.triangulate([truth]) }
    #expect(throws: CameraSpaceError.tooFewViews(1)) { try triangulator.triangulate([truth, nil]) }
    #expect(throws: CameraSpaceError.invalidLandmarks) {
      try triangulator.triangulate([truth, Array(truth.dropLast())])
    }
    let same = try HandTriangulator(cameras: [triangulator.cameras[0], triangulator.cameras[0]])
    #expect(throws: CameraSpaceError.noIntersection(.wrist)) { try same.triangulate([truth, truth]) }
    for rows in [
      [], [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, -1)], [SIMD3(2, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)],
      [SIMD3(.nan, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)],
    ] as [[SIMD3<Float>]] {
      #expect(throws: CameraSpaceError.invalidRotation) {
        try PlacedCamera(model: model, rotation: rows, imageWidth: 4, imageHeight: 3)
      }
    }
    #expect(throws: CameraSpaceError.invalidTranslation) {
      try PlacedCamera(model: model, translation: SIMD3(0, .infinity, 0), imageWidth: 4, imageHeight: 3)
    }
  }
}
