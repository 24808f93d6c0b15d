import HandTracking

extension HandPoseObservation {
  /// A joint of the hand by Vision's name. The raw value is Vision's key for it.
  public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
    case wrist = "VNHLKWRI"
    case thumbCMC = "VNHLKTCMC"
    case thumbMP = "VNHLKTMP"
    case thumbIP = "VNHLKTIP"
    case thumbTip = "VNHLKTTIP"
    case indexMCP = "VNHLKIMCP"
    case indexPIP = "VNHLKIPIP"
    case indexDIP = "VNHLKIDIP"
    case indexTip = "VNHLKITIP"
    case middleMCP = "VNHLKMMCP"
    case middlePIP = "VNHLKMPIP"
    case middleDIP = "VNHLKMDIP"
    case middleTip = "VNHLKMTIP"
    case ringMCP = "VNHLKRMCP"
    case ringPIP = "VNHLKRPIP"
    case ringDIP = "VNHLKRDIP"
    case ringTip = "VNHLKRTIP"
    case littleMCP = "VNHLKPMCP"
    case littlePIP = "VNHLKPPIP"
    case littleDIP = "VNHLKPDIP"
    case littleTip = "VNHLKPTIP"

    /// The landmark of a ``HandLandmarker`` for the joint.
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
    case thumb, indexFinger, middleFinger, ringFinger, littleFinger
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
