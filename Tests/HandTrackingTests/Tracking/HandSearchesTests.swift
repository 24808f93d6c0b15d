import HandTracking
import PixelImaging
import TensorRuntime
import TestSupport
import Testing
import VisionTasks

/// Searches that run side by side, each on one thread, against those that run one after another.
@Suite struct HandSearchesTests {
  private static let model = Result { try HandModel(path: BundleFiles.handLandmarker) }

  /// A pipeline with threads, however few processors there are.
  private func pipeline(
    threads: Int, _ set: (HandLandmarkerOptions) -> Void = { _ in }
  ) throws -> HandPipeline {
    let options = HandLandmarkerOptions()
    options.numHands = 3
    options.details = [.hands, .removed]
    set(options)
    return try HandPipeline(
      Self.model.get(), settings: HandSettings(options),
      threads: ThreadPool(threadCount: threads, processorCount: .max))
  }

  /// What a frame leaves behind: its hands, what was removed, and whether palms were searched for.
  private struct Answer: Equatable {
    var hands: [[NormalizedLandmark]] = []
    var worldHands: [[Landmark]] = []
    var facts: [[Float]] = []
    var regions: [ImageRegion] = []
    var details: FrameDetails?
  }

  private func answer(_ pipeline: HandPipeline, _ frame: TaskFrame, isNext: Bool) throws -> Answer {
    try pipeline.process(frame, isNext: isNext)
    pipeline.refine(frame, timestamp: 0, isNext: isNext)
    var answer = Answer()
    for hand in pipeline.hands {
      answer.hands.append(hand.landmarks)
      answer.worldHands.append(hand.worldLandmarks)
      answer.facts.append([hand.presence, hand.handedness.rightProbability])
      answer.regions.append(hand.nextRegion)
    }
    var hands: [DetectedHand] = []
    var (look, economy): (SecondLook?, FrameEconomy?)
    pipeline.report(in: &hands, &look, &economy, &answer.details)
    return answer
  }

  @Test(arguments: [ClipFrames.Clip.clip, .crossing], [1, 2, 3])
  func `a clip's hands do not depend on the threads`(clip: ClipFrames.Clip, handCount: Int) throws {
    let frames = try (0..<16).map { TaskFrame(try ClipFrames.image($0, of: clip)) }
    let alone = try pipeline(threads: 1) { $0.numHands = handCount }
    let expected = try frames.map { try answer(alone, $0, isNext: true) }
    #expect(expected.contains { $0.hands.count == min(handCount, 2) })
    for threads in 2...4 {
      let several = try pipeline(threads: threads) { $0.numHands = handCount }
      for (index, frame) in frames.enumerated() {
        #expect(try answer(several, frame, isNext: true) == expected[index], "frame \(index), \(threads) threads")
      }
    }
  }

  @Test func `a picture's hands and given regions do not depend on the threads`() throws {
    let image = try RenderedHands.image("two_0")
    let everywhere = TaskFrame(image)
    let found = try pipeline(threads: 1)
    try found.process(everywhere, isNext: false)
    let regions = found.hands.map(\.region)
    #expect(regions.count == 2)
    // The last one has no hand, and the third one repeats the first.
    let places = regions + [regions[0], ImageRegion(centerX: 0.1, centerY: 0.1, width: 0.05, height: 0.05)]
    let given = try TaskFrame(MPImage(image: image, search: .objects(in: places)), properties: InputProperties())
    for frame in [everywhere, given] {
      let expected = try answer(pipeline(threads: 1), frame, isNext: false)
      for threads in 2...4 {
        #expect(try answer(pipeline(threads: threads), frame, isNext: false) == expected)
      }
    }
  }

  @Test func `a picture's squares do not depend on the threads`() throws {
    let scene = try HandScene(width: 1280, height: 720, rows: 2, columns: 3, side: 50)
    let picture = try MPImage(image: scene.image, search: .tiles(smallestHand: 0.06))
    let frame = try TaskFrame(picture, properties: InputProperties())
    let expected = try answer(pipeline(threads: 1) { $0.numHands = 6 }, frame, isNext: false)
    #expect(expected.hands.count > 3)
    for threads in 2...4 {
      let several = try pipeline(threads: threads) { $0.numHands = 6 }
      for _ in 0..<2 { #expect(try answer(several, frame, isNext: false) == expected, "\(threads) threads") }
    }
  }

  @Test(arguments: [1, 2])
  func `the palm detector runs once for a picture, for each of its squares, and for each frame`(threads: Int) throws {
    let scene = try HandScene(width: 1280, height: 720, rows: 1, columns: 2, side: 50)
    let squares = SearchTiles(smallest: 0.06, width: 1280, height: 720).levels.joined().count
    // More hands than there are, so that the search does not end early.
    let pipeline = try pipeline(threads: threads) { $0.numHands = 20 }
    func runCount(of network: String) -> Int {
      pipeline.networks.filter { $0.name == network }.reduce(0) { $0 + $1.state.startedRunCount }
    }
    let palms = ModelConstants.Files.palmDetector
    try pipeline.process(TaskFrame(scene.image), isNext: false)
    #expect(runCount(of: palms) == 1)
    let picture = try MPImage(image: scene.image, search: .tiles(smallestHand: 0.06))
    let frame = try TaskFrame(picture, properties: InputProperties())
    try pipeline.process(frame, isNext: false)
    #expect(pipeline.hands.count == 2)
    #expect(runCount(of: palms) == 2 + squares)
    for count in 1...5 {
      try pipeline.process(frame, isNext: true)
      #expect(runCount(of: palms) == 2 + squares + count)
    }
    let landmarks = runCount(of: ModelConstants.Files.handLandmarks)
    try pipeline.process(TaskFrame(HandScene(width: 1280, height: 720).image), isNext: false)
    #expect(runCount(of: ModelConstants.Files.handLandmarks) == landmarks)
  }

  @Test func `searches run side by side if there may be a hand for each thread`() throws {
    // A landmark network for each thread that runs one, besides the palm detector.
    for (threads, hands, networks) in [(1, 2, 2), (2, 1, 2), (2, 2, 3), (2, 5, 3), (3, 2, 2), (3, 3, 4)] {
      let pipeline = try pipeline(threads: threads) { $0.numHands = hands }
      #expect(pipeline.networks.count == networks, "\(threads) threads, \(hands) hands")
    }
  }

  @Test func `the memory of another landmark network is counted`() throws {
    func task(threads: Int) throws -> HandLandmarker {
      try ClipFrames.landmarker { $0.baseOptions.numThreads = threads }
    }
    let (one, two) = (try task(threads: 1), try task(threads: 2))
    let session = try Session(Self.model.get().handLandmarks.exact.state)
    let added = two.memoryFootprint.arenaByteCount - one.memoryFootprint.arenaByteCount
    // On a single processor, there is no second thread.
    #expect(added == 0 || added >= session.memoryFootprint.arenaByteCount)
    #expect(two.memoryFootprint.weightByteCount == one.memoryFootprint.weightByteCount)
  }

  @Test(arguments: 1...3)
  func `a region that cannot be cropped throws, whichever thread searches it, and the next frame is answered`(
    threads: Int
  ) throws {
    let image = try RenderedHands.image("Victory_left")
    let pipeline = try pipeline(threads: threads)
    let thin = ImageRegion(centerX: 0.5, centerY: 0.5, width: 1e-30, height: 1)
    for regions in [[thin, .full, .full], [.full, thin, .full], [.full, .full, thin]] {
      let frame = try TaskFrame(MPImage(image: image, search: .objects(in: regions)), properties: InputProperties())
      #expect(throws: TaskError.image(.invalidRegion(thin))) { try pipeline.process(frame, isNext: true) }
      try pipeline.process(TaskFrame(image), isNext: true)
      #expect(pipeline.hands.count == 1)
    }
  }
}
