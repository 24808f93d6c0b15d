#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import HandPose

  /// Finds hands for requests: in pictures that have nothing to do with each other, or in consecutive frames.
  protocol HandDetecting {
    /// The hands in a picture.
    ///
    /// - Parameter region: the request's region of interest, to which the picture is cropped.
    func hands(
      in picture: MPImage, region: CGRect, settings: HandPoseSettings
    ) throws(TaskError) -> [HandPoseObservation]
  }
#endif
