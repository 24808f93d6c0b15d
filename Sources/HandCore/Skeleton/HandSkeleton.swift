import VisionCore

/// A hand's bones, learned from its frames, and the pose in which they best fit a frame.
///
/// World landmarks come from each frame by itself: a bone's length varies by a fifth from frame to frame. A skeleton
/// has bones of one length, joints that bend as those of people do, and rotations. It takes world landmarks, landmarks
/// from the camera (``DetectedHand/cameraLandmarks(_:imageWidth:imageHeight:)``) or those of a ``HandTriangulator``,
/// always of the same hand and kind; the landmarks that it is given stay as they are.
///
/// ```swift
/// var skeleton = HandSkeleton(side: hand.side)
/// let pose = try skeleton.fit(hand.worldLandmarks)
/// pose.joints[.indexTip].position
/// ```
public struct HandSkeleton: Sendable, Hashable, Codable {
  /// Which hand it is: what the network says, which for a mirrored picture is the person's other hand.
  public let side: DetectedHand.Side
  /// Whether further frames change the lengths.
  public var isLearning = true
  /// How many frames were learned from; 120 stands for more, too.
  public private(set) var frameCount = 0
  private var palm = PalmShape()
  // In the order of landmarks, each of the bone that ends at it; only those of fingers are used.
  private var lengths = [Float](repeating: 0, count: ModelConstants.Landmarks.count)

  /// A skeleton of unknown size.
  public init(side: DetectedHand.Side) {
    self.side = side
  }

  /// The length of the bone that ends at a landmark, in meters; those of the palm begin at the wrist. Nil for the
  /// wrist, and before the first frame.
  public func length(to landmark: HandLandmark) -> Float? {
    guard frameCount > 0, landmark != .wrist else { return nil }
    return landmark.isOfPalm ? palm[landmark].length : lengths[landmark]
  }

  /// Learns from a frame and fits the bones to it.
  ///
  /// - Throws: ``CameraSpaceError/invalidLandmarks`` unless there are 21 finite ones, ``CameraSpaceError/flatPalm`` if
  ///   those of the palm have no direction. The skeleton is then as before.
  public mutating func fit(_ landmarks: [Landmark]) throws(CameraSpaceError) -> SkeletonPose {
    var pose = SkeletonPose()
    try fit(landmarks, into: &pose)
    return pose
  }

  /// Learns from a frame and fits the bones to it, reusing a pose's memory.
  ///
  /// - Throws: as ``fit(_:)``. The pose is then as before.
  public mutating func fit(_ landmarks: [Landmark], into pose: inout SkeletonPose) throws(CameraSpaceError) {
    guard landmarks.count == ModelConstants.Landmarks.count, landmarks.allSatisfy({ $0.coordinates.isFinite }) else {
      throw .invalidLandmarks
    }
    guard let axes = PalmShape.axes(side, { landmarks[$0].coordinates }) else { throw .flatPalm }
    if isLearning || frameCount == 0 { learn(landmarks, axes) }
    palm.place(landmarks, from: axes, &pose)
    for finger in Finger.allCases {
      FingerFit(finger, side: side, lengths: lengths).fit(landmarks, &pose)
    }
    pose.side = side
    pose.handLength = palm[.middleFingerMCP].length
  }

  /// Changes lengths toward those of a frame: a mean, over at most four seconds, to which a frame that is far off adds
  /// no more than one that is off by a twentieth. Fingertips in a fist are off by half.
  private mutating func learn(_ landmarks: [Landmark], _ axes: Quaternion) {
    frameCount = min(frameCount + 1, Self.memory)
    let weight = 1 / Float(frameCount)
    let bound: Float = frameCount > Self.firstFrames ? 0.05 : .infinity
    for landmark in HandLandmark.allCases where !landmark.isOfPalm {
      let found = (landmarks[landmark].coordinates - landmarks[landmark.parent].coordinates).length
      let index = Int(landmark.rawValue)
      let reach = bound * lengths[index]
      lengths[index] += weight * (frameCount == 1 ? found : (found - lengths[index]).clamped(to: -reach...reach))
    }
    palm.learn(landmarks, axes, side, weight: weight, isFirst: frameCount == 1)
  }

  /// The most frames that the mean is over.
  private static let memory = 120
  /// How many frames count as they are.
  private static let firstFrames = 10
}

extension HandLandmark {
  /// The landmark at which the bone begins that ends at this one; the wrist's is itself.
  var parent: HandLandmark {
    isOfPalm ? .wrist : HandLandmark(rawValue: rawValue - 1) ?? .wrist
  }

  /// Whether the landmark is the wrist, or a bone of the palm ends at it.
  var isOfPalm: Bool { self == .wrist || rawValue % 4 == 1 }
}
