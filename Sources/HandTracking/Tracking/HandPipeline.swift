import PixelImaging
import TensorRuntime
import VisionTasks

/// The path from a picture to its hands: palm detector, landmark network, removal of duplicates; in a video, hands are
/// searched where they were in the previous frame.
///
/// It holds sessions and is used by one caller at a time. After the first frames, calls do not allocate.
package final class HandPipeline {
  private let searches: HandSearches
  private let handLimit: Int
  private let trackingOverlap: Float
  private let details: ResultDetails
  private var cadence: DetectorCadence
  private var refinement: HandRefinement
  /// Where hands are searched for in this frame.
  private var candidates: [HandCandidate] = []
  /// Where new hands may be in this frame.
  private var found: [HandCandidate] = []
  /// Where the hands of the previous frame are searched for.
  private var tracked: [ImageRegion] = []
  /// Storage for hands; the first `handCount` are those of this frame.
  private var slots: [Hand] = []
  private var handCount = 0
  /// What became of each candidate.
  private var outcomes: [HandSearches.Outcome] = []
  /// Candidates that were not hands in this frame, if requested.
  private var removed: [RemovedCandidate] = []
  private var ranPalmDetector = false
  /// How long the steps of the last frame took.
  private var palmDetectionTime = Duration.zero
  private var landmarkTime = Duration.zero

  /// Sessions of a model's networks.
  package init(_ model: HandModel, settings: HandSettings, threads: ThreadPool) throws(TaskError) {
    searches = try HandSearches(model, settings: settings, threads: threads)
    handLimit = settings.handCount
    trackingOverlap = settings.minTracking
    details = settings.details
    cadence = DetectorCadence(interval: settings.tracking.detectorInterval)
    refinement = HandRefinement(settings)
  }

  /// All networks of the pipeline.
  package var networks: [Network<Session>] { searches.networks }

  /// The hands of the last picture or frame.
  package var hands: ArraySlice<Hand> { slots[..<handCount] }

  /// Finds the hands in a picture, highest palm score first; or, if `isNext`, in the next frame of a video: first those
  /// of the previous frame, in their order, then new ones.
  ///
  /// In a video, the palm detector runs only if fewer hands are tracked than requested. A frame that throws ends all
  /// tracks.
  package func process(_ frame: Frame, isNext: Bool) throws(TaskError) {
    handCount = 0
    candidates.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
    if isNext {
      for (index, region) in tracked.enumerated() {
        candidates.append(HandCandidate(region: region, origin: .followed(hand: index)))
      }
      tracked.removeAll(keepingCapacity: true)
    }
    let image = frame.pixels.image
    var watch = Stopwatch()
    let searchedCount = try findCandidates(in: image, of: frame)
    palmDetectionTime = ranPalmDetector ? searches.palmTime : .zero
    if searchedCount == 0 { _ = watch.nextLap() }
    // In a single picture, every palm is a candidate; a hand found twice is removed by its landmarks.
    addCandidates(overlapLimit: isNext ? trackingOverlap : .infinity)
    try search(palms: false, searchedCount..<candidates.count, in: image, of: frame)
    try collectHands(in: image)
    landmarkTime = watch.nextLap()
    if isNext {
      for index in 0..<handCount {
        tracked.append(slots[index].nextRegion)
      }
    }
  }

  /// Identities, smoothing and the like for the hands of the last frame, as requested by the options.
  package func refine(_ frame: Frame, timestamp: Int, isNext: Bool) {
    refinement.refine(
      &slots, count: handCount, imageWidth: frame.pixels.width, imageHeight: frame.pixels.height,
      timestamp: timestamp, isNext: isNext)
  }

  /// All palms in a picture, best first.
  package func palms(in frame: Frame) throws(TaskError) -> [PalmBox] {
    try searches.palmDetector.palms(in: frame.pixels.image, of: frame)
  }

  /// How long the last frame took, including times measured elsewhere.
  package func timings(gestures: Duration, total: Duration) -> StageTimings {
    StageTimings(
      palmDetection: palmDetectionTime, handLandmarks: landmarkTime, gestures: gestures, total: total)
  }

  // MARK: Details

  /// Records that the hands of the last frame are not reported, since none has a gesture.
  package func removeAllWithoutGesture() {
    for hand in hands {
      remove(HandCandidate(region: hand.region, origin: hand.origin), .noGesture)
    }
  }

  /// Describes the last frame as requested by the options: the first hands, and candidates that were not hands.
  package func describe(handCount: Int, in frameDetails: inout FrameDetails?) {
    guard !details.isEmpty else {
      frameDetails = nil
      return
    }
    if frameDetails == nil {
      frameDetails = FrameDetails(ranPalmDetector: ranPalmDetector)
    }
    frameDetails?.update(
      ranPalmDetector: ranPalmDetector, hands: slots[..<(details.contains(.hands) ? handCount : 0)], removed: removed)
  }

  private func remove(_ candidate: HandCandidate, _ rule: RemovedCandidate.Rule) {
    if details.contains(.removed) {
      removed.append(RemovedCandidate(candidate: candidate, rule: rule))
    }
  }

  // MARK: Steps

  /// Collects where new hands may be, if more are requested. Meanwhile, threads that the palm detector does not need
  /// search for hands of the previous frame.
  ///
  /// - Returns: the number of candidates that have been searched for.
  private func findCandidates(in image: PixelImage, of frame: Frame) throws(TaskError) -> Int {
    found.removeAll(keepingCapacity: true)
    ranPalmDetector = false
    if case .objects(let regions) = frame.search {
      for region in regions {
        found.append(HandCandidate(region: region, origin: .given))
      }
      return 0
    }
    guard cadence.isDue(followedCount: candidates.count, limit: handLimit) else { return 0 }
    ranPalmDetector = true
    let searchedCount = searches.countBesidePalms(of: candidates.count)
    try search(palms: true, 0..<searchedCount, in: image, of: frame)
    for palm in searches.palms {
      found.append(HandCandidate(palm, in: image))
    }
    for refused in searches.palmDetector.refused {
      remove(HandCandidate(refused.palm, in: image), refused.rule)
    }
    return searchedCount
  }

  /// Adds the best new candidates that are not already being searched for, up to the number of hands.
  private func addCandidates(overlapLimit: Float) {
    for (index, candidate) in found.enumerated() {
      if index >= handLimit || candidates.count >= handLimit {
        remove(candidate, .handLimit)
      } else if candidates.contains(where: {
        $0.region.uprightIntersectionOverUnion(candidate.region) > overlapLimit
      }) {
        remove(candidate, .overlap)
      } else {
        candidates.append(candidate)
      }
    }
  }

  /// Searches for palms, if requested, and for the hands of some candidates.
  private func search(
    palms: Bool, _ places: Range<Int>, in image: PixelImage, of frame: Frame
  ) throws(TaskError) {
    while slots.count < candidates.count { slots.append(Hand()) }
    while outcomes.count < candidates.count { outcomes.append(.absent) }
    try searches.run(palms: palms, places, of: candidates, in: image, of: frame, &slots, &outcomes)
  }

  /// Keeps the hands that were found, in order, and skips those that repeat an earlier one.
  private func collectHands(in image: PixelImage) throws(TaskError) {
    let duplicates = HandDuplicates(imageWidth: image.width, imageHeight: image.height)
    for (index, candidate) in candidates.enumerated() {
      switch outcomes[index] {
      case .failed(let error): throw error
      case .absent: remove(candidate, .presence(slots[index].presence))
      case .found where duplicates.isRepeat(slots[index], of: hands): remove(candidate, .repeated)
      case .found:
        slots.swapAt(index, handCount)
        slots[handCount].origin = candidate.origin
        handCount += 1
      }
    }
  }
}

extension HandCandidate {
  /// The hand to which a palm belongs.
  fileprivate init(_ palm: PalmBox, in image: PixelImage) {
    self.init(
      region: ImageRegion(handOf: palm, imageWidth: image.width, imageHeight: image.height), origin: .detected(palm))
  }
}

/// Determines in which frames the palm detector runs.
package struct DetectorCadence: Sendable {
  private let interval: Int
  private var framesSinceRun = 0

  /// At most one of `interval` frames while a hand is tracked; every frame while none is.
  package init(interval: Int) {
    self.interval = interval
  }

  /// True if the detector runs in the next frame. It never does if all requested hands are tracked.
  package mutating func isDue(followedCount: Int, limit: Int) -> Bool {
    framesSinceRun += 1
    guard followedCount < limit, followedCount == 0 || framesSinceRun >= interval else { return false }
    framesSinceRun = 0
    return true
  }
}
