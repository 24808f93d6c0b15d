#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import MudraVision

  /// Code written for Apple's Vision, in an app that has a module of that name: the number of hands in a picture.
  func countHands(in picture: PixelImage) throws -> Int? {
    let request = VNDetectHumanHandPoseRequest()
    try VNImageRequestHandler(cgImage: CGImage(picture), orientation: .right, options: [:]).perform([request])
    return request.results?.count
  }
#else
  import HandPose
  import Mudra

  /// The number of hands in a picture.
  func countHands(in picture: PixelImage) throws -> Int? {
    let image = MPImage(image: picture)
    let result = try HandLandmarker(options: HandLandmarkerOptions()).detect(image: image)
    return HandPoseObservation.observations(of: result, in: image).count
  }
#endif
