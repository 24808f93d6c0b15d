#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import HandPose

  /// A request for the hands in a picture, as a value.
  ///
  /// Models are kept for the next request, however many requests are created.
  public struct DetectHumanHandPoseRequest: ImageProcessingRequest, PerformableRequest {
    /// What the request finds: the hands.
    public typealias Result = [HumanHandPoseObservation]

    /// A revision of the request.
    public enum Revision: Sendable, Hashable, Codable, CaseIterable {
      /// The only one.
      case revision1
    }

    /// The revisions that there are.
    public static let supportedRevisions = Revision.allCases

    /// The revision.
    public let revision: Revision
    /// The maximum number of hands to find. Vision finds the largest ones, this request those with the highest palm
    /// scores. A number below 1 is an error when the request is performed.
    public var maximumHandCount = HandPoseSettings().maximumHandCount
    /// The part of the displayed picture to look at. Results are normalized to it.
    public var regionOfInterest = NormalizedRect.fullImage
    /// The path of a hand landmarker's bundle. An empty path means the one that comes with this library. (Mudra's
    /// addition.)
    public var modelAssetPath = HandPoseSettings().modelAssetPath
    /// Whether each joint has a confidence of its own: the probability that it is at most a tenth of a palm from its
    /// true place. Otherwise all joints have that of the hand. A hand takes another run of the landmark network.
    /// (Mudra's addition.)
    public var reportsJointConfidence = HandPoseSettings().reportsJointConfidence

    /// A request for at most two hands. Without a revision it is the latest.
    public init(_ revision: Revision? = nil) {
      self.revision = revision ?? .revision1
    }

    /// The kind and revision.
    public var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(revision) }

    /// The joints of every observation.
    public var supportedJointNames: [HumanHandPoseObservation.JointName] {
      HumanHandPoseObservation.JointName.allCases
    }

    /// The groups of joints of every observation.
    ///
    /// - Throws: never; it is declared so because Vision's does.
    public var supportedJointsGroupNames: [HumanHandPoseObservation.JointsGroupName] {
      get throws { HumanHandPoseObservation.JointsGroupName.allCases }
    }

    // MARK: Performing

    func find(in picture: VisionPicture) throws(VNError) -> Result {
      var settings = HandPoseSettings()
      settings.maximumHandCount = maximumHandCount
      settings.modelAssetPath = modelAssetPath
      settings.reportsJointConfidence = reportsJointConfidence
      let region = regionOfInterest.cgRect
      let hands = try picture.hands(in: region) { [settings] (picture) throws(TaskError) in
        try DetectorPool.shared.hands(in: picture, region: region, settings: settings)
      }
      return hands.map(HumanHandPoseObservation.init)
    }

    func named(_ result: Result) -> VisionResult { .detectHumanHandPose(self, result) }
  }
#endif
