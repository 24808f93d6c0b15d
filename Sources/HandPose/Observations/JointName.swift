import HandTracking

extension HandPoseObservation {
  /// A joint of the hand by Vision's name. The raw value is Vision's key for it.
  public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The wrist.
    case wrist = "VNHLKWRI"
    /// The thumb: the joint at its root.
    case thumbCMC = "VNHLKTCMC"
    /// The thumb: its knuckle.
    case thumbMP = "VNHLKTMP"
    /// The thumb: its joint.
    case thumbIP = "VNHLKTIP"
    /// The thumb: its tip.
    case thumbTip = "VNHLKTTIP"
    /// The index finger: its knuckle.
    case indexMCP = "VNHLKIMCP"
    /// The index finger: its joint after the knuckle.
    case indexPIP = "VNHLKIPIP"
    /// The index finger: its joint before the tip.
    case indexDIP = "VNHLKIDIP"
    /// The index finger: its tip.
    case indexTip = "VNHLKITIP"
    /// The middle finger: its knuckle.
    case middleMCP = "VNHLKMMCP"
    /// The middle finger: its joint after the knuckle.
    case middlePIP = "VNHLKMPIP"
    /// The middle finger: its joint before the tip.
    case middleDIP = "VNHLKMDIP"
    /// The middle finger: its tip.
    case middleTip = "VNHLKMTIP"
    /// The ring finger: its knuckle.
    case ringMCP = "VNHLKRMCP"
    /// The ring finger: its joint after the knuckle.
    case ringPIP = "VNHLKRPIP"
    /// The ring finger: its joint before the tip.
    case ringDIP = "VNHLKRDIP"
    /// The ring finger: its tip.
    case ringTip = "VNHLKRTIP"
    /// The little finger: its knuckle.
    case littleMCP = "VNHLKPMCP"
    /// The little finger: its joint after the knuckle.
    case littlePIP = "VNHLKPPIP"
    /// The little finger: its joint before the tip.
    case littleDIP = "VNHLKPDIP"
    /// The little finger: its tip.
    case littleTip = "VNHLKPTIP"

    /// The landmark of a `HandLandmarker` for the joint.
    public var landmark: HandLandmark {
      switch self {
      case .wrist: .wrist
      case .thumbCMC: .thumbCMC
      case .thumbMP: .thumbMCP
      case .thumbIP: .thumbIP
      case .thumbTip: .thumbTIP
      case .indexMCP: .indexFingerMCP
      case .indexPIP: .indexFingerPIP
      case .indexDIP: .indexFingerDIP
      case .indexTip: .indexFingerTIP
      case .middleMCP: .middleFingerMCP
      case .middlePIP: .middleFingerPIP
      case .middleDIP: .middleFingerDIP
      case .middleTip: .middleFingerTIP
      case .ringMCP: .ringFingerMCP
      case .ringPIP: .ringFingerPIP
      case .ringDIP: .ringFingerDIP
      case .ringTip: .ringFingerTIP
      case .littleMCP: .pinkyMCP
      case .littlePIP: .pinkyPIP
      case .littleDIP: .pinkyDIP
      case .littleTip: .pinkyTIP
      }
    }
  }
}

extension HandPoseObservation {
  /// A group of joints by Vision's name.
  public enum JointsGroupName: Sendable, Hashable, Codable, CaseIterable {
    /// The joints of the thumb.
    case thumb
    /// The joints of the index finger.
    case indexFinger
    /// The joints of the middle finger.
    case middleFinger
    /// The joints of the ring finger.
    case ringFinger
    /// The joints of the little finger.
    case littleFinger
    /// All 21 joints, including the wrist, which is in no other group.
    case all

    /// The joints of the group, from the palm to the tip.
    public var jointNames: [JointName] {
      switch self {
      case .thumb: [.thumbCMC, .thumbMP, .thumbIP, .thumbTip]
      case .indexFinger: [.indexMCP, .indexPIP, .indexDIP, .indexTip]
      case .middleFinger: [.middleMCP, .middlePIP, .middleDIP, .middleTip]
      case .ringFinger: [.ringMCP, .ringPIP, .ringDIP, .ringTip]
      case .littleFinger: [.littleMCP, .littlePIP, .littleDIP, .littleTip]
      case .all: JointName.allCases
      }
    }
  }
}
