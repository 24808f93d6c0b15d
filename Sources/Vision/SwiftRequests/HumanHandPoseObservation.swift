#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A hand that a request found, as a value.
  public struct HumanHandPoseObservation: PoseProviding {
    /// A number that no other observation has; copies have the same.
    public let uuid: UUID
    /// The confidence that there is a hand, from 0 to 1.
    public let confidence: Float
    /// The time of the frame in which it was found; nil for a picture without a time.
    public let timeRange: CMTimeRange?
    /// The kind and revision of the request.
    public let originatingRequestDescriptor: RequestDescriptor?
    /// The person's left or right hand; nil if it is unknown.
    public let chirality: Chirality?
    private let joints: [JointName: Joint]

    /// The hand of an observation of the other API.
    public init(_ observation: VNHumanHandPoseObservation) {
      uuid = observation.uuid
      confidence = observation.confidence
      timeRange = observation.timeRange == .zero ? nil : observation.timeRange
      originatingRequestDescriptor = .detectHumanHandPoseRequest(.revision1)
      chirality = Chirality(observation.chirality)
      let found = observation.points.compactMap { point in
        HandPoseObservation.JointName(rawValue: point.identifier.rawValue).map { joint in
          let name = JointName(joint)
          let place = NormalizedPoint(normalizedPoint: point.location)
          return (name, Joint(jointName: name.rawValue, location: place, confidence: point.confidence))
        }
      }
      joints = Dictionary(found) { $1 }
    }

    // MARK: Joints

    /// The joints that the observation has; all 21 for a hand that a request found.
    public var availableJointNames: [JointName] { JointName.allCases.filter { joints[$0] != nil } }

    /// The groups of which the observation has joints.
    public var availableJointsGroupNames: [JointsGroupName] {
      JointsGroupName.allCases.filter { !allJoints(in: $0).isEmpty }
    }

    /// A joint; nil if the observation does not have it.
    public func joint(for jointName: JointName) -> Joint? { joints[jointName] }

    /// The joints of a group that the observation has; all of them without a group.
    public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint] {
      guard let members = groupName?.members else { return joints }
      return joints.filter { members.contains($0.key) }
    }

    /// The joints as an array of doubles for a network: shape 1 × 3 × 21, where the 3 are x, y and confidence, in the
    /// order of a hand's landmarks. Joints that the observation does not have are zeros.
    public var keypoints: MLMultiArray {
      let found = JointName.allCases.map { joints[$0] }
      let rows = [
        found.map { Double($0?.location.x ?? 0) }, found.map { Double($0?.location.y ?? 0) },
        found.map { Double($0?.confidence ?? 0) },
      ]
      return MLMultiArray(shape: [1, 3, found.count], doubles: rows.flatMap { $0 })
    }

    // MARK: Equality

    /// Whether both are the same observation.
    public static func == (first: Self, second: Self) -> Bool { first.uuid == second.uuid }

    /// Hashes what makes the observation unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(uuid) }

    /// The hand, its confidence and the number of its joints as text.
    public var description: String {
      let side = chirality.map { "\($0)" } ?? "unknown"
      return "hand, \(side), confidence \(confidence), \(joints.count) joints"
    }
  }
#endif
