// Vision's names, on systems without Vision: code written for it compiles here unchanged. On Apple's systems, the names
// belong to Vision, and this module, whose own names differ, can be imported alongside it.
#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// Vision's name of ``HandPoseRequest``.
  public typealias VNDetectHumanHandPoseRequest = HandPoseRequest
  /// Vision's name of every request; here there is one kind.
  public typealias VNRequest = HandPoseRequest
  /// Vision's name of ``HandPoseRequestHandler``.
  public typealias VNImageRequestHandler = HandPoseRequestHandler
  /// Vision's name of ``HandPoseSequenceRequestHandler``.
  public typealias VNSequenceRequestHandler = HandPoseSequenceRequestHandler
  /// Vision's name of ``HandPoseObservation``.
  public typealias VNHumanHandPoseObservation = HandPoseObservation
  /// Vision's name of ``HandPosePoint``.
  public typealias VNRecognizedPoint = HandPosePoint
  /// Vision's name of ``HandPoseObservation/Chirality-swift.enum``.
  public typealias VNChirality = HandPoseObservation.Chirality
#endif
