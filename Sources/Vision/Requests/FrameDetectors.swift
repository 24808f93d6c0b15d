#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import HandPose

  /// Detectors that follow hands through the frames of a video, one for each kind of request.
  final class FrameDetectors: Sendable {
    /// What a detector is for. Hands of one region cannot be followed in another.
    struct Kind: Hashable {
      let settings: HandPoseSettings
      let region: [CGFloat]
      let orientation: ImageOrientation
    }

    /// The last one used at the end. At most this many, as a request may have a new region for every frame.
    private static let limit = 4
    private let detectors = Guarded<[(kind: Kind, detector: HandPoseDetector)]>([])

    /// The detector of a kind of request, which starts if there was none.
    func detector(_ kind: Kind) throws(TaskError) -> HandPoseDetector {
      try detectors.withLock { (detectors) throws(TaskError) in
        let detector: HandPoseDetector
        if let index = detectors.firstIndex(where: { $0.kind == kind }) {
          detector = detectors.remove(at: index).detector
        } else {
          detector = try HandPoseDetector(kind.settings, runningMode: .video)
        }
        detectors.append((kind, detector))
        if detectors.count > Self.limit { detectors.removeFirst() }
        return detector
      }
    }
  }

  /// One frame for several requests. Those of the same kind share what is found, as a detector takes a frame only once.
  final class VideoFrameDetection: HandDetecting {
    private let detectors: FrameDetectors
    private var found: [FrameDetectors.Kind: [HandPoseObservation]] = [:]

    init(_ detectors: FrameDetectors) {
      self.detectors = detectors
    }

    func hands(
      in picture: MPImage, region: CGRect, settings: HandPoseSettings
    ) throws(TaskError) -> [HandPoseObservation] {
      let kind = FrameDetectors.Kind(
        settings: settings, region: [region.minX, region.minY, region.width, region.height],
        orientation: picture.orientation)
      if let hands = found[kind] { return hands }
      let hands = try detectors.detector(kind).observations(in: picture)
      found[kind] = hands
      return hands
    }
  }
#endif
