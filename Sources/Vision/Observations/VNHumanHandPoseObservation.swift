#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A person's hand by Vision's type of left and right. The raw values are Vision's.
  public typealias VNChirality = HandPoseObservation.Chirality

  /// A hand that a request found.
  open class VNHumanHandPoseObservation: VNRecognizedPointsObservation {
    /// The person's left or right hand.
    public let chirality: VNChirality

    /// The hand of Mudra's observation. (Mudra's addition: Apple's Vision makes them all.)
    public convenience init(_ observation: HandPoseObservation, timeRange: CMTimeRange = .zero) {
      let points = HandPoseObservation.JointName.allCases.compactMap { name -> VNRecognizedPoint? in
        // Joints that an observation does not have are left out.
        guard let point = try? observation.recognizedPoint(name) else { return nil }
        return VNRecognizedPoint(
          identifier: VNRecognizedPointKey(rawValue: name.rawValue), x: Double(point.x), y: Double(point.y),
          confidence: point.confidence)
      }
      self.init(
        points, confidence: observation.confidence, chirality: observation.chirality, timeRange: timeRange)
    }

    init(_ points: [VNRecognizedPoint], confidence: VNConfidence, chirality: VNChirality, timeRange: CMTimeRange) {
      self.chirality = chirality
      super.init(
        points: points, allKeys: JointName.all.map(\.rawValue),
        groups: JointsGroupName.members.map { ($0.group.rawValue, $0.joints.map(\.rawValue)) }, confidence: confidence,
        timeRange: timeRange, requestRevision: VNDetectHumanHandPoseRequestRevision1)
    }

    // MARK: Joints

    /// The joints that the observation has; all 21 for a hand that a request found.
    open var availableJointNames: [JointName] { availableKeys.map(JointName.init(rawValue:)) }

    /// The groups of which the observation has joints.
    open var availableJointsGroupNames: [JointsGroupName] { availableGroupKeys.map(JointsGroupName.init(rawValue:)) }

    /// The point of a joint.
    ///
    /// - Throws: `VNError` with the code `invalidArgument` if the observation has no such joint.
    open func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
      try recognizedPoint(forKey: jointName.rawValue)
    }

    /// The points of a group of joints.
    ///
    /// - Throws: `VNError` with the code `invalidArgument` if the observation has no joint of the group.
    open func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNRecognizedPoint] {
      let points = try recognizedPoints(forGroupKey: jointsGroupName.rawValue)
      return Dictionary(uniqueKeysWithValues: points.map { (JointName(rawValue: $0.key), $0.value) })
    }
  }
#endif
