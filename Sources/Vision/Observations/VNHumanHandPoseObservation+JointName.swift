#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  extension VNHumanHandPoseObservation {
    /// A joint of the hand.
    public struct JointName: RawRepresentable, Sendable, Hashable {
      /// Vision's key.
      public let rawValue: VNRecognizedPointKey

      /// A joint from Vision's key.
      public init(rawValue: VNRecognizedPointKey) {
        self.rawValue = rawValue
      }

      init(_ name: HandPoseObservation.JointName) {
        rawValue = VNRecognizedPointKey(rawValue: name.rawValue)
      }

      /// All joints, in the order of a hand's landmarks.
      static let all = HandPoseObservation.JointName.allCases.map { JointName($0) }

      /// The wrist.
      public static let wrist = JointName(.wrist)
      /// The carpometacarpal joint of the thumb.
      public static let thumbCMC = JointName(.thumbCMC)
      /// The metacarpophalangeal joint of the thumb.
      public static let thumbMP = JointName(.thumbMP)
      /// The interphalangeal joint of the thumb.
      public static let thumbIP = JointName(.thumbIP)
      /// The tip of the thumb.
      public static let thumbTip = JointName(.thumbTip)
      /// The knuckle of the index finger.
      public static let indexMCP = JointName(.indexMCP)
      /// The middle joint of the index finger.
      public static let indexPIP = JointName(.indexPIP)
      /// The outer joint of the index finger.
      public static let indexDIP = JointName(.indexDIP)
      /// The tip of the index finger.
      public static let indexTip = JointName(.indexTip)
      /// The knuckle of the middle finger.
      public static let middleMCP = JointName(.middleMCP)
      /// The middle joint of the middle finger.
      public static let middlePIP = JointName(.middlePIP)
      /// The outer joint of the middle finger.
      public static let middleDIP = JointName(.middleDIP)
      /// The tip of the middle finger.
      public static let middleTip = JointName(.middleTip)
      /// The knuckle of the ring finger.
      public static let ringMCP = JointName(.ringMCP)
      /// The middle joint of the ring finger.
      public static let ringPIP = JointName(.ringPIP)
      /// The outer joint of the ring finger.
      public static let ringDIP = JointName(.ringDIP)
      /// The tip of the ring finger.
      public static let ringTip = JointName(.ringTip)
      /// The knuckle of the little finger.
      public static let littleMCP = JointName(.littleMCP)
      /// The middle joint of the little finger.
      public static let littlePIP = JointName(.littlePIP)
      /// The outer joint of the little finger.
      public static let littleDIP = JointName(.littleDIP)
      /// The tip of the little finger.
      public static let littleTip = JointName(.littleTip)
    }
  }
#endif
