#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import HandPose
  // The models, which a detector without a path finds if this library is linked.
  import Mudra

  /// The only revision of ``VNDetectHumanHandPoseRequest``.
  public let VNDetectHumanHandPoseRequestRevision1 = 1

  /// A request for the hands in a picture.
  open class VNDetectHumanHandPoseRequest: VNImageBasedRequest {
    /// The revisions that there are: 1.
    open override class var supportedRevisions: IndexSet { [VNDetectHumanHandPoseRequestRevision1] }

    // MARK: Settings

    /// The maximum number of hands to find: the largest ones of a picture, in this order. In the frames of a video,
    /// those that were found first are followed. A number below 1 is an error when the request is performed.
    open var maximumHandCount = HandPoseSettings().maximumHandCount

    /// The path of a hand landmarker's bundle. An empty path means the one that comes with this library. (Mudra's
    /// addition.)
    public var modelAssetPath = HandPoseSettings().modelAssetPath

    /// The number of threads that a network runs on. Results do not depend on it. (Mudra's addition.)
    public var numThreads = HandPoseSettings().numThreads

    /// Whether each joint has a confidence of its own: the probability that it is at most a tenth of a palm from its
    /// true place. Otherwise all joints have that of the hand. A hand takes another run of the landmark network.
    /// (Mudra's addition.)
    public var reportsJointConfidence = HandPoseSettings().reportsJointConfidence

    private var settings: HandPoseSettings {
      var settings = HandPoseSettings()
      settings.maximumHandCount = maximumHandCount
      settings.modelAssetPath = modelAssetPath
      settings.numThreads = numThreads
      settings.reportsJointConfidence = reportsJointConfidence
      return settings
    }

    // MARK: Results

    /// The hands of the last picture; nil before the first one and after one that failed.
    open var results: [VNHumanHandPoseObservation]? { observations as? [VNHumanHandPoseObservation] }

    override func find(in picture: VisionPicture, by detectors: any HandDetecting) throws(VNError) -> [VNObservation] {
      let (region, settings) = (regionOfInterest, settings)
      return try picture.hands(in: region) { (picture) throws(TaskError) in
        try detectors.hands(in: picture, region: region, settings: settings)
      }
    }

    // MARK: Joints

    /// The joints of every observation.
    ///
    /// - Throws: `VNError` with the code `unsupportedRevision` for a revision that does not exist.
    open class func supportedJointNames(
      forRevision revision: Int
    ) throws -> [VNHumanHandPoseObservation.JointName] {
      try check(revision)
      return VNHumanHandPoseObservation.JointName.all
    }

    /// The groups of joints of every observation.
    ///
    /// - Throws: `VNError` with the code `unsupportedRevision` for a revision that does not exist.
    open class func supportedJointsGroupNames(
      forRevision revision: Int
    ) throws -> [VNHumanHandPoseObservation.JointsGroupName] {
      try check(revision)
      return VNHumanHandPoseObservation.JointsGroupName.members.map(\.group)
    }

    private static func check(_ revision: Int) throws(VNError) {
      guard revision == VNDetectHumanHandPoseRequestRevision1 else {
        throw VNError(.unsupportedRevision, "there is no revision \(revision), expected 1")
      }
    }

    /// The joints of every observation of this request.
    ///
    /// - Throws: `VNError` with the code `unsupportedRevision` if there is no such revision of the request.
    public var supportedJointNames: [VNHumanHandPoseObservation.JointName] {
      get throws { try Self.supportedJointNames(forRevision: revision) }
    }

    /// The groups of joints of every observation of this request.
    ///
    /// - Throws: `VNError` with the code `unsupportedRevision` if there is no such revision of the request.
    public var supportedJointsGroupNames: [VNHumanHandPoseObservation.JointsGroupName] {
      get throws { try Self.supportedJointsGroupNames(forRevision: revision) }
    }
  }
#endif
