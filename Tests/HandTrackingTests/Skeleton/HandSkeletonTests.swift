import HandTracking
import TestSupport
import Testing

@Suite struct HandSkeletonTests {
  private typealias Space = SpaceFixture
  private let space: SpaceFixture
  private static let bones = HandLandmark.allCases.filter { $0 != .wrist }

  init() throws { space = try Space.load() }

  /// The landmark at which the bone begins that ends at another.
  private func start(_ landmark: HandLandmark) -> HandLandmark {
    HandLandmark(rawValue: landmark.rawValue % 4 == 1 ? 0 : landmark.rawValue - 1) ?? .wrist
  }

  private func bone(_ landmark: HandLandmark, _ points: [Landmark]) -> Float {
    Space.distance(points[landmark], points[start(landmark)])
  }

  private func vector(_ from: Landmark, _ to: Landmark) -> SIMD3<Float> {
    SIMD3(to.x - from.x, to.y - from.y, to.z - from.z)
  }

  /// How far a length is from the mean at most, as a fraction.
  private func spread(_ lengths: [Float]) -> Float {
    let mean = Space.mean(lengths)
    return lengths.map { abs($0 / mean - 1) }.max() ?? 0
  }

  // MARK: Lengths

  @Test func `over a clip, bones keep their length within 5 percent, while world landmarks' vary by more than 20`()
    throws
  {
    for track in space.tracks {
      var skeleton = HandSkeleton(side: .right)
      var (raw, fitted) = ([HandLandmark: [Float]](), [HandLandmark: [Float]]())
      for (index, frame) in track.enumerated() {
        let points = Space.points(try #require(frame))
        let pose = try skeleton.fit(points)
        guard index >= 30 else { continue }
        for landmark in Self.bones {
          raw[landmark, default: []].append(bone(landmark, points))
          fitted[landmark, default: []].append(bone(landmark, pose.landmarks))
          #expect(abs(bone(landmark, pose.landmarks) - (skeleton.length(to: landmark) ?? 0)) < 1e-5)
        }
      }
      #expect(fitted.values.map(spread).max().map { $0 <= 0.05 } == true)
      #expect(Space.mean(raw.values.map(spread)) > 0.2)
    }
  }

  @Test func `two clips of one hand, in another light and at another distance, give the same lengths`() throws {
    let skeletons = try space.tracks.map { track in
      var skeleton = HandSkeleton(side: .right)
      for frame in track { if let frame { _ = try skeleton.fit(Space.points(frame)) } }
      return skeleton
    }
    let differences = try Self.bones.map { landmark in
      abs(try #require(skeletons[0].length(to: landmark)) / #require(skeletons[1].length(to: landmark)) - 1)
    }
    #expect(Space.mean(differences) <= 0.03)
    #expect(differences.max().map { $0 <= 0.08 } == true)
  }

  @Test func `lengths of noisy landmarks are those of the hand within 5 percent`() throws {
    let truth = Space.points(space.hands[0].truth)
    var (random, skeleton) = (SeededGenerator(seed: 7), HandSkeleton(side: .right))
    for _ in 0..<90 {
      let noisy = truth.map { point in
        // The sum of four has a standard deviation of 2 mm.
        var noise = SIMD3<Float>()
        for _ in 0..<4 { noise += SIMD3.random(in: -0.001_73...0.001_73, using: &random) }
        return Landmark(x: point.x + noise.x, y: point.y + noise.y, z: point.z + noise.z)
      }
      _ = try skeleton.fit(noisy)
    }
    for landmark in Self.bones {
      let length = try #require(skeleton.length(to: landmark))
      #expect(abs(length / bone(landmark, truth) - 1) <= 0.05, "\(landmark)")
    }
  }

  @Test func `a skeleton that does not learn keeps its lengths`() throws {
    var skeleton = HandSkeleton(side: .right)
    #expect(skeleton.length(to: .indexFingerTip) == nil)
    _ = try skeleton.fit(Space.points(space.hands[0].truth))
    let length = skeleton.length(to: .indexFingerTip)
    skeleton.isLearning = false
    _ = try skeleton.fit(Space.points(try #require(space.tracks[0][0])))
    #expect(skeleton.length(to: .indexFingerTip) == length)
    #expect(skeleton.frameCount == 1)
  }

  // MARK: Rotations

  @Test func `a hand whose joints bend as people's do is fitted within 2 mm, except a thumb's tip`() throws {
    for hand in space.hands {
      var skeleton = HandSkeleton(side: hand.left ? .left : .right)
      let truth = Space.points(hand.truth)
      let pose = try skeleton.fit(truth)
      for landmark in HandLandmark.allCases where landmark != .thumbTip {
        #expect(Space.distance(pose.landmarks[landmark], truth[landmark]) < 0.002, "\(landmark)")
      }
    }
  }

  @Test func `rotations and lengths give the landmarks back within a millimeter`() throws {
    var skeleton = HandSkeleton(side: .right)
    for frame in space.tracks[0] {
      let pose = try skeleton.fit(Space.points(try #require(frame)))
      for finger in Finger.allCases {
        // From the palm on, by nothing but rotations relative to the joint before and lengths.
        var rotation = pose.rotation(of: .wrist)
        var place = pose.landmarks[finger.landmarks[0]]
        for (landmark, next) in zip(finger.landmarks, finger.landmarks.dropFirst()) {
          rotation = rotation * pose.rotation(of: landmark)
          let bone = rotation.rotate(SIMD3(0, 0, -(try #require(skeleton.length(to: next)))))
          place = Landmark(x: place.x + bone.x, y: place.y + bone.y, z: place.z + bone.z)
          #expect(Space.distance(place, pose.landmarks[next]) < 0.001)
        }
      }
    }
  }

  @Test func `joints bend no further than people's, whatever the landmarks are`() throws {
    var random = SeededGenerator(seed: 3)
    var skeleton = HandSkeleton(side: .right)
    for _ in 0..<200 {
      let points = (0..<21).map { _ in
        let point = SIMD3<Float>.random(in: -0.1...0.1, using: &random)
        return Landmark(x: point.x, y: point.y, z: point.z)
      }
      let pose = try skeleton.fit(points)
      for finger in Finger.allCases.dropFirst() {
        // The sines of half of 120 and 95 degrees.
        for (joint, limit) in zip(finger.landmarks.dropFirst(), [0.867, 0.738] as [Float]) {
          let turn = pose.rotation(of: joint).vector
          #expect(abs(turn.y) < 1e-3 && abs(turn.z) < 1e-3)
          #expect(abs(turn.x) <= limit)
        }
      }
      #expect(pose.landmarks.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
    }
  }

  @Test func `bends are negative rotations about x, and the back of the hand is up`() throws {
    for hand in space.hands {
      var skeleton = HandSkeleton(side: hand.left ? .left : .right)
      let truth = Space.points(hand.truth)
      let pose = try skeleton.fit(truth)
      let back = pose.orientation(of: .wrist).rotate(SIMD3(0, 1, 0))
      let normal = try #require(HandShape(truth)).palmNormal(isRight: !hand.left)
      #expect((back * normal).sum() < -0.99)
      let forward = pose.orientation(of: .wrist).rotate(SIMD3(0, 0, -1))
      let middle = vector(truth[.wrist], truth[.middleFingerMCP])
      #expect((forward * middle).sum() / Space.distance(truth[.wrist], truth[.middleFingerMCP]) > 0.99)
      for finger in Finger.allCases.dropFirst() {
        let bend = try #require(HandShape(truth)).bend(at: finger.landmarks[1]) ?? 0
        // The sine of half the bend.
        let turn = pose.rotation(of: finger.landmarks[1]).vector
        let x = turn.w < 0 ? -turn.x : turn.x
        if bend > 0.2 { #expect(x < 0 && abs(abs(x) - bend / 2 * (1 - bend * bend / 24)) < 0.05) }
      }
    }
  }

  // MARK: OpenXR

  @Test func `OpenXR's joints are the landmarks, turned to its axes, and five more in the palm`() throws {
    var skeleton = HandSkeleton(side: .right)
    let pose = try skeleton.fit(Space.points(space.hands[0].truth))
    #expect(pose.joints.count == 26)
    #expect(Set(HandJoint.allCases.compactMap(\.landmark)) == Set(HandLandmark.allCases))
    #expect(
      HandJoint.allCases.filter { $0.landmark == nil } == [
        .palm, .indexMetacarpal, .middleMetacarpal, .ringMetacarpal, .littleMetacarpal,
      ])
    for joint in HandJoint.allCases {
      let found = pose.joints[joint]
      #expect((0.004...0.026).contains(found.radius), "\(joint)")
      if let landmark = joint.landmark {
        let point = pose.landmarks[landmark]
        #expect(found.position == SIMD3(point.x, -point.y, -point.z), "\(joint)")
      }
    }
    #expect(HandJoint.littleTip.rawValue == 25)
  }

  @Test func `a joint's −z points to the next joint, and the palm is in the middle of its bone`() throws {
    for hand in space.hands.prefix(8) {
      var skeleton = HandSkeleton(side: hand.left ? .left : .right)
      let joints = try skeleton.fit(Space.points(hand.truth)).joints
      for (joint, next) in zip(HandJoint.allCases, HandJoint.allCases.dropFirst())
      where joint.rawValue > 1 && ![5, 10, 15, 20].contains(joint.rawValue) && joint != .thumbMetacarpal {
        let bone = joints[next].position - joints[joint].position
        let forward = joints[joint].orientation.rotate(SIMD3(0, 0, -1))
        #expect((bone * forward).sum() / (bone * bone).sum().squareRoot() > 0.999, "\(joint)")
      }
      let palm = joints[.palm].position * 2 - joints[.middleMetacarpal].position - joints[.middleProximal].position
      #expect((palm * palm).sum() < 1e-10)
    }
  }

  // MARK: What is no hand

  @Test func `landmarks that are no hand are refused, and change nothing`() throws {
    var skeleton = HandSkeleton(side: .right)
    let truth = Space.points(space.hands[0].truth)
    _ = try skeleton.fit(truth)
    let before = skeleton
    var odd = truth
    odd[20] = Landmark(x: 0, y: .infinity, z: 0)
    for (points, error) in [
      ([], .invalidLandmarks), (odd, .invalidLandmarks),
      (Array(repeating: truth[0], count: 21), .flatPalm),
      (truth.map { Landmark(x: $0.x, y: 0, z: 0) }, .flatPalm),
    ] as [([Landmark], CameraSpaceError)] {
      #expect(throws: error) { try skeleton.fit(points) }
    }
    #expect(skeleton == before)
  }
}
