import PixelImaging
import TensorRuntime
import VisionCore

/// The path from a picture to its hands: palms and landmarks, tracked in a video, and what the options add to them.
///
/// It holds sessions and is used by one caller at a time. After the first frames, calls do not allocate.
package final class HandPipeline {
  /// For how many milliseconds a palm is assumed to keep its speed.
  private static let longestPrediction = 200
  /// Where time is short, the palm detector runs once in this many frames.
  private static let longInterval = 10
  /// Above this speed, in palms per second, a hand is searched for in each frame.
  private static let highestMovedSpeed: Float = 3

  private let tracker: RegionTracker<HandLandmarkDetector>
  private let details: ResultDetails
  private let looksAgain: [SecondLook]
  private let tracking: TrackingOptions
  private var refinement: HandRefinement
  private var lastTimestamp = 0
  /// Whether the last frame was answered, and did not throw.
  private var isFinished = false
  /// What found the hands of the last picture, if the first look found none.
  private var secondLook: SecondLook?
  private var budget: FrameBudget?
  /// What is saved in the last frame; nil without a budget.
  private var economy: FrameEconomy?
  /// Candidates that were not hands in this frame, if requested.
  private var removed: [RemovedCandidate] = []

  /// Sessions of a model's networks.
  package init(_ model: HandModel, settings: HandSettings, threads: ThreadPool) throws(TaskError) {
    let (networks, input, detection) = (model.palmDetector, model.palmInput, settings.palmDetection)
    let arena = try SharedArena(for: networks.all + model.handLandmarks.all)
    // Sessions on all threads of the task run one after another.
    tracker = try RegionTracker(settings: settings.handTracking, threads: threads) { (own) throws(TaskError) in
      try KeypointDetector(
        networks, input: input, layout: ModelConstants.Palm.layout, settings: detection, threads: own,
        arena: own === threads ? arena : nil)
    } makeFinder: { (own) throws(TaskError) in
      try HandLandmarkDetector(model, settings: settings, threads: own, arena: own === threads ? arena : nil)
    }
    details = settings.details
    looksAgain = settings.looksAgain
    tracking = settings.tracking
    budget = settings.frameBudget.map {
      FrameBudget($0, hasFastPrecision: model.palmDetector.fast != nil && model.handLandmarks.fast != nil)
    }
    refinement = HandRefinement(settings)
  }

  /// All networks of the pipeline.
  package var networks: [Network<Session>] { tracker.networks }

  /// The hands of the last picture or frame.
  package var hands: ArraySlice<FoundHand> { tracker.objects }

  /// Passes each hand of the last picture or frame to `update`, which may change it.
  package func updateHands(_ update: (inout FoundHand) throws(TaskError) -> Void) throws(TaskError) {
    try tracker.update { (hands, count) throws(TaskError) in
      for index in 0..<count { try update(&hands[index]) }
    }
  }

  /// Finds the hands in a picture, highest palm score first; or, if `isNext`, in the next frame of a video: first those
  /// of the previous frame, in their order, then new ones.
  ///
  /// - Returns: false if no network ran, to save time: the hands are those of the previous frame, moved.
  @discardableResult
  package func process(_ frame: TaskFrame, isNext: Bool, timestamp: Int = 0) throws(TaskError) -> Bool {
    removed.removeAll(keepingCapacity: true)
    secondLook = nil
    let (elapsed, isTooLong) = timestamp.subtractingReportingOverflow(lastTimestamp)
    let milliseconds = isTooLong ? Self.longestPrediction : min(max(0, elapsed), Self.longestPrediction)
    lastTimestamp = timestamp
    let followsFinishedFrame = isFinished
    isFinished = false
    if isNext, tracking.predictsRegion || budget?.step == .alternateFrames { predictRegions(milliseconds) }
    if isNext, let step = budget?.step {
      let isPredicted =
        step == .alternateFrames && economy?.isPredicted == false && followsFinishedFrame && elapsed == milliseconds
        && canMoveHands(in: frame)
      economy = FrameEconomy(step: step, isPredicted: isPredicted)
      guard !isPredicted else {
        moveHands(milliseconds)
        return false
      }
      tracker.detectorInterval = max(tracking.detectorInterval, step == .full ? 1 : Self.longInterval)
      tracker.usesFastPrecision = step == .fastPrecision || step == .alternateFrames
    }
    try search(frame, isNext: isNext)
    guard !isNext, frame.search == .everywhere else { return true }
    for look in looksAgain where tracker.objects.isEmpty {
      try search(look.frame(frame), isNext: false)
      secondLook = tracker.objects.isEmpty ? nil : look
    }
    return true
  }

  /// Ends a frame that was answered: what it took counts in the budget.
  package func finishFrame(after duration: Duration) {
    isFinished = true
    budget?.add(duration, timestamp: lastTimestamp)
  }

  /// Moves the regions of followed hands to where their palms will be.
  private func predictRegions(_ milliseconds: Int) {
    tracker.moveRegions { hand, region in
      guard let velocity = hand.motion?.palm else { return }
      region.centerX += velocity.x * Float(milliseconds) / 1000
      region.centerY += velocity.y * Float(milliseconds) / 1000
    }
  }

  /// Whether there are hands, and all of them were followed into the last frame and are slow enough to be moved.
  private func canMoveHands(in frame: TaskFrame) -> Bool {
    if case .objects = frame.search { return false }
    let size = SIMD2(Float(frame.pixels.width), Float(frame.pixels.height))
    return !hands.isEmpty
      && hands.allSatisfy { hand in
        guard hand.origin.isFollowed, let velocity = hand.motion?.palm else { return false }
        let speed = velocity * size
        let limit = Self.highestMovedSpeed * hand.landmarks.palmLength(scaledBy: SIMD3(size, size.x))
        return (speed * speed).sum() < limit * limit
      }
  }

  /// Takes the hands of the previous frame for those of this one, where their palms are now.
  private func moveHands(_ milliseconds: Int) {
    tracker.skipFrame()
    tracker.update { hands, count in
      for index in 0..<count {
        hands[index].origin = .followed(index)
        hands[index].motion?.move(&hands[index].landmarks, seconds: Float(milliseconds) / 1000)
      }
    }
  }

  private func search(_ frame: TaskFrame, isNext: Bool) throws(TaskError) {
    try tracker.process(frame, isNext: isNext)
    for (candidate, rule) in tracker.removed {
      removed.append(RemovedCandidate(candidate: HandCandidate(candidate), rule: RemovedCandidate.Rule(rule)))
    }
  }

  /// Identities, smoothing and the like for the hands of the last frame, as requested by the options.
  package func refine(_ frame: TaskFrame, timestamp: Int, isNext: Bool) {
    tracker.update { hands, count in
      refinement.refine(
        &hands, count: count, imageWidth: frame.pixels.width, imageHeight: frame.pixels.height, timestamp: timestamp,
        isNext: isNext)
    }
  }

  /// All palms in a picture, best first.
  package func palms(in frame: TaskFrame) throws(TaskError) -> [PalmBox] {
    try tracker.detector.boxes(in: frame.pixels.image, of: frame).map(PalmBox.init)
  }

  /// How long the last frame took, including times measured elsewhere.
  package func timings(gestures: Duration, total: Duration) -> StageTimings {
    StageTimings(
      palmDetection: tracker.detectionTime, handLandmarks: tracker.searchTime, gestures: gestures, total: total)
  }

  // MARK: Details

  /// Overwrites a result's hands with those of the last frame, and what it says about the frame, reusing memory.
  package func report(
    in hands: inout [DetectedHand], _ look: inout SecondLook?, _ economy: inout FrameEconomy?,
    _ frameDetails: inout FrameDetails?
  ) {
    look = secondLook
    economy = self.economy
    let found = tracker.objects
    hands.refill(count: found.count) {
      $0.update(found[$1], details: details)
    } make: {
      DetectedHand(found[$0], details: details)
    }
    guard !details.isEmpty else {
      frameDetails = nil
      return
    }
    if frameDetails == nil {
      frameDetails = FrameDetails(ranPalmDetector: tracker.ranDetector)
    }
    frameDetails?.update(
      ranPalmDetector: tracker.ranDetector, removed: removed, searchedTiles: tracker.searchedTiles)
  }
}
