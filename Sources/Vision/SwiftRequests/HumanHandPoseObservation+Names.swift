#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  extension HumanHandPoseObservation {
    /// A person's hand.
    public enum Chirality: Sendable, Hashable, Codable {
      /// The left hand.
      case left
      /// The right hand.
      case right

      init?(_ chirality: VNChirality) {
        switch chirality {
        case .left: self = .left
        case .right: self = .right
        case .unknown: return nil
        }
      }
    }

    /// A joint of the hand, in the order of a hand's landmarks.
    public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
      case wrist
      case thumbCMC, thumbMP, thumbIP, thumbTip
      case indexMCP, indexPIP, indexDIP, indexTip
      case middleMCP, middlePIP, middleDIP, middleTip
      case ringMCP, ringPIP, ringDIP, ringTip
      case littleMCP, littlePIP, littleDIP, littleTip

      init(_ name: HandPoseObservation.JointName) {
        self =
          switch name {
          case .wrist: .wrist
          case .thumbCMC: .thumbCMC
          case .thumbMP: .thumbMP
          case .thumbIP: .thumbIP
          case .thumbTip: .thumbTip
          case .indexMCP: .indexMCP
          case .indexPIP: .indexPIP
          case .indexDIP: .indexDIP
          case .indexTip: .indexTip
          case .middleMCP: .middleMCP
          case .middlePIP: .middlePIP
          case .middleDIP: .middleDIP
          case .middleTip: .middleTip
          case .ringMCP: .ringMCP
          case .ringPIP: .ringPIP
          case .ringDIP: .ringDIP
          case .ringTip: .ringTip
          case .littleMCP: .littleMCP
          case .littlePIP: .littlePIP
          case .littleDIP: .littleDIP
          case .littleTip: .littleTip
          }
      }
    }

    /// A group of joints.
    public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
      case thumb, indexFinger, middleFinger, ringFinger, littleFinger
      /// All 21 joints, including the wrist, which is in no other group.
      case all

      /// The joints of the group, from the palm to the tip.
      var members: [JointName] {
        let group: HandPoseObservation.JointsGroupName =
          switch self {
          case .thumb: .thumb
          case .indexFinger: .indexFinger
          case .middleFinger: .middleFinger
          case .ringFinger: .ringFinger
          case .littleFinger: .littleFinger
          case .all: .all
          }
        return group.jointNames.map(JointName.init)
      }
    }
  }
#endif
