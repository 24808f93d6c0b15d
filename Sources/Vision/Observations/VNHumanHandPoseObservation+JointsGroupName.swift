#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  extension VNHumanHandPoseObservation {
    /// A group of joints.
    public struct JointsGroupName: RawRepresentable, Sendable, Hashable {
      /// Vision's key.
      public let rawValue: VNRecognizedPointGroupKey

      /// A group from Vision's key.
      public init(rawValue: VNRecognizedPointGroupKey) {
        self.rawValue = rawValue
      }

      private init(_ group: HandPoseObservation.JointsGroupName) {
        let key =
          switch group {
          case .thumb: "VNHLRKT"
          case .indexFinger: "VNHLRKI"
          case .middleFinger: "VNHLRKM"
          case .ringFinger: "VNHLRKR"
          case .littleFinger: "VNHLRKP"
          case .all: VNRecognizedPointGroupKey.all.rawValue
          }
        rawValue = VNRecognizedPointGroupKey(rawValue: key)
      }

      /// The joints of the thumb.
      public static let thumb = JointsGroupName(.thumb)
      /// The joints of the index finger.
      public static let indexFinger = JointsGroupName(.indexFinger)
      /// The joints of the middle finger.
      public static let middleFinger = JointsGroupName(.middleFinger)
      /// The joints of the ring finger.
      public static let ringFinger = JointsGroupName(.ringFinger)
      /// The joints of the little finger.
      public static let littleFinger = JointsGroupName(.littleFinger)
      /// All 21 joints, including the wrist, which is in no other group.
      public static let all = JointsGroupName(.all)

      /// All groups with their joints, from the palm to the tip.
      static let members: [(group: JointsGroupName, joints: [JointName])] =
        HandPoseObservation.JointsGroupName.allCases.map { group in
          (JointsGroupName(group), group.jointNames.map(JointName.init))
        }
    }
  }
#endif
