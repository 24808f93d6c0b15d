import HandTracking

/// Performs requests on consecutive frames of a video, like Vision's `VNSequenceRequestHandler`.
///
/// Hands are tracked from frame to frame, as in a task's video mode, which takes a third to half of the time if as many
/// hands are visible as a request wants. Use one handler for each video.
public final class HandPoseSequenceRequestHandler: Sendable {
  private struct Track {
    /// Retained, so that no other request takes its identity.
    let request: HandPoseRequest
    var detector: HandPoseDetector
  }

  private let tracks = Guarded<[ObjectIdentifier: Track]>([:])

  /// A handler that has not seen any frames.
  public init() {}

  /// Performs requests on the next frame. One that fails does not prevent the others.
  ///
  /// A request whose settings have changed starts over.
  /// - Throws: the first error. Mirrored orientations are errors.
  public func perform(_ requests: [HandPoseRequest], on frame: MPImage) throws(TaskError) {
    try HandPoseRequest.perform(requests) { (request) throws(TaskError) in
      try self.detector(for: request).observations(in: frame)
    }
  }

  /// Performs requests on the next frame, of pixels with an orientation.
  ///
  /// - Throws: the first error. Mirrored orientations are errors.
  public func perform(
    _ requests: [HandPoseRequest], on frame: PixelImage, orientation: ImageOrientation = .up
  ) throws(TaskError) {
    try perform(requests, on: MPImage(image: frame, orientation: orientation))
  }

  private func detector(for request: HandPoseRequest) throws(TaskError) -> HandPoseDetector {
    let settings = request.settings
    return try tracks.withLock { (tracks) throws(TaskError) in
      let identity = ObjectIdentifier(request)
      if let track = tracks[identity], track.detector.settings == settings { return track.detector }
      let detector = try HandPoseDetector(settings, runningMode: .video)
      tracks[identity] = Track(request: request, detector: detector)
      return detector
    }
  }
}
