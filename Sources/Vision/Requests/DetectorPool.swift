#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import HandPose

  /// Detectors of pictures that are ready for use: apps create a request for each picture, and each thread that
  /// performs requests needs a detector.
  final class DetectorPool: HandDetecting, Sendable {
    /// The pool of all requests.
    static let shared = DetectorPool()

    /// Detectors that are not in use, the last one used at the end. Models are large, so there are at most this many.
    private static let idleLimit = 4
    private let idle = Guarded<[HandPoseDetector]>([])

    private init() {}

    func hands(
      in picture: MPImage, region: CGRect, settings: HandPoseSettings
    ) throws(TaskError) -> [HandPoseObservation] {
      let detector: HandPoseDetector
      if let idle = idleDetector(settings) {
        detector = idle
      } else {
        detector = try HandPoseDetector(settings, runningMode: .image)
      }
      let hands = try detector.observations(in: picture)
      idle.withLock { idle in
        idle.append(detector)
        if idle.count > Self.idleLimit { idle.removeFirst() }
      }
      return hands
    }

    private func idleDetector(_ settings: HandPoseSettings) -> HandPoseDetector? {
      idle.withLock { idle in
        idle.lastIndex { $0.settings == settings }.map { idle.remove(at: $0) }
      }
    }
  }
#endif
