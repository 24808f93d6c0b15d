#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// The kind and revision of a request.
  public enum RequestDescriptor: Sendable, Hashable, Codable {
    /// A ``DetectHumanHandPoseRequest``.
    case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)
  }

  /// What a request found, of those that ``ImageRequestHandler/performAll(_:)`` performs.
  public enum VisionResult: Sendable {
    /// The hands that a ``DetectHumanHandPoseRequest`` found.
    case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
  }
#endif
