extension HandPoseObservation {
  /// A group of joints by Vision's name.
  public enum JointsGroupName: Sendable, Hashable, Codable, CaseIterable {
    case thumb, indexFinger, middleFinger, ringFinger, littleFinger
    /// All 21 joints, the wrist too, which is in no other group.
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
