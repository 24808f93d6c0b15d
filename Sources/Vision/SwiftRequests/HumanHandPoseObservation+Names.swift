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
      /// The wrist.
      case wrist
      /// The thumb: the joint at its root.
      case thumbCMC
      /// The thumb: its knuckle.
      case thumbMP
      /// The thumb: its joint.
      case thumbIP
      /// The thumb: its tip.
      case thumbTip
      /// The index finger: its knuckle.
      case indexMCP
      /// The index finger: its joint after the knuckle.
      case indexPIP
      /// The index finger: its joint before the tip.
      case indexDIP
      /// The index finger: its tip.
      case indexTip
      /// The middle finger: its knuckle.
      case middleMCP
      /// The middle finger: its joint after the knuckle.
      case middlePIP
      /// The middle finger: its joint before the tip.
      case middleDIP
      /// The middle finger: its tip.
      case middleTip
      /// The ring finger: its knuckle.
      case ringMCP
      /// The ring finger: its joint after the knuckle.
      case ringPIP
      /// The ring finger: its joint before the tip.
      case ringDIP
      /// The ring finger: its tip.
      case ringTip
      /// The little finger: its knuckle.
      case littleMCP
      /// The little finger: its joint after the knuckle.
      case littlePIP
      /// The little finger: its joint before the tip.
      case littleDIP
      /// The little finger: its tip.
      case littleTip

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
