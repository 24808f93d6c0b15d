#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// A hand found in a picture, like Vision's `VNHumanHandPoseObservation`.
public struct HandPoseObservation: Sendable, Hashable, Codable {
  /// Which of a person's hands it is. The raw values are Vision's.
  public enum Chirality: Int, Sendable, Hashable, Codable, CaseIterable {
    /// The left hand.
    case left = -1
    /// Not known.
    case unknown = 0
    /// The right hand.
    case right = 1
  }

  private let points: [JointName: HandPosePoint]
  /// The confidence that there is a hand, from 0 to 1.
  public let confidence: Float
  /// The person's left or right hand, in an unmirrored picture.
  public let chirality: Chirality
  /// The width of the upright picture divided by its height, which makes distances of normalized points comparable.
  public let aspectRatio: CGFloat

  /// An observation from points; the last one applies if a joint is given twice. Its confidence is the lowest of the
  /// points, or 0 without points.
  ///
  /// - Throws: `HandPoseError.invalidAspectRatio` for a ratio that is not a positive number.
  public init(
    points: [HandPosePoint], chirality: Chirality = .unknown, aspectRatio: CGFloat = 1
  ) throws(HandPoseError) {
    try self.init(
      points: points, confidence: points.map(\.confidence).min() ?? 0, chirality: chirality, aspectRatio: aspectRatio)
  }

  /// An observation from points and the confidence that there is a hand.
  init(
    points: [HandPosePoint], confidence: Float, chirality: Chirality, aspectRatio: CGFloat
  ) throws(HandPoseError) {
    guard aspectRatio > 0, aspectRatio.isFinite else { throw .invalidAspectRatio(aspectRatio) }
    self.points = Dictionary(points.map { ($0.identifier, $0) }) { $1 }
    self.confidence = confidence
    self.chirality = chirality
    self.aspectRatio = aspectRatio
  }

  // MARK: Joints

  /// The joints that the observation has; all 21 for a hand of a landmarker's result.
  public var availableJointNames: [JointName] {
    JointName.allCases.filter { points[$0] != nil }
  }

  /// The groups for which the observation has joints.
  public var availableJointsGroupNames: [JointsGroupName] {
    JointsGroupName.allCases.filter { group in group.jointNames.contains { points[$0] != nil } }
  }

  /// The point of a joint.
  ///
  /// - Throws: `HandPoseError.jointNotAvailable` if the observation has no such joint.
  public func recognizedPoint(_ name: JointName) throws(HandPoseError) -> HandPosePoint {
    guard let point = points[name] else { throw .jointNotAvailable(name) }
    return point
  }

  /// The points of a group of joints.
  ///
  /// - Throws: `HandPoseError.groupNotAvailable` if the observation has no joint of the group.
  public func recognizedPoints(_ group: JointsGroupName) throws(HandPoseError) -> [JointName: HandPosePoint] {
    let names = group.jointNames
    let found = points.filter { names.contains($0.key) }
    guard !found.isEmpty else { throw .groupNotAvailable(group) }
    return found
  }
}
