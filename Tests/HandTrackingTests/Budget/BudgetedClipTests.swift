import HandTracking
import PixelImaging
import TensorRuntime
import TestSupport
import Testing
import VisionTasks

/// What a task saves in a clip, on a machine whose clock the test sets.
@Suite struct BudgetedClipTests {
  /// A clock that says that each frame takes some time.
  private final class FrameClock: Sendable {
    private let state = Guarded((time: UInt64(0), cost: UInt64(0)))

    /// What the next frames take.
    func set(milliseconds: Int) { state.withLock { $0.cost = UInt64(milliseconds) * 1_000_000 } }

    /// Goes on with each look at it, of which there is one at the beginning and one at the end of a frame.
    var now: @Sendable () -> UInt64 {
      { [self] in
        state.withLock {
          $0.time += $0.cost
          return $0.time
        }
      }
    }
  }

  private static let model = Result {
    try HandModel(
      HandModel(path: BundleFiles.handLandmarker), fast: HandModel(path: BundleFiles.handLandmarker, precision: .fast))
  }

  private static func pipeline(
    _ clock: FrameClock, model: HandModel? = nil, numHands: Int = 1, budget: Duration? = .milliseconds(12)
  ) throws -> LandmarkerPipeline {
    let options = HandLandmarkerOptions()
    options.runningMode = .video
    options.numHands = numHands
    options.details = .hands
    options.tracking.frameBudget = budget
    options.tracking.assignsIdentities = true
    var settings = try HandSettings(options)
    settings.clock = clock.now
    return try LandmarkerPipeline(model ?? Self.model.get(), settings: settings, threads: ThreadPool(threadCount: 1))
  }

  private static func results(
    _ pipeline: LandmarkerPipeline, _ frames: [(picture: PixelImage, time: Int)]
  ) throws -> [HandLandmarkerResult] {
    try frames.map { picture, time in
      var result = HandLandmarkerResult(timestampInMilliseconds: time)
      try pipeline.process(TaskFrame(picture), isNext: true, timestamp: time, into: &result)
      return result
    }
  }

  @Test(arguments: [MovingHand.Path.medium, .stops])
  func `hands of frames that no network sees are where they will be`(path: MovingHand.Path) throws {
    let frames = try MovingHand.frames(path, count: 180)
    let clock = FrameClock()
    let full = try Self.results(Self.pipeline(clock, budget: nil), frames)
    #expect(full.allSatisfy { $0.economy == nil })
    clock.set(milliseconds: 100)
    let saved = try Self.results(Self.pipeline(clock, model: HandModel(path: BundleFiles.handLandmarker)), frames)
    let raw = try zip(full, frames).map { MovingHand.points(try #require($0.hands.first).landmarks, in: $1.picture) }
    let shown = try zip(saved, frames).map { MovingHand.points(try #require($0.hands.first).landmarks, in: $1.picture) }
    // Without prediction, the last hand would be shown again.
    var held = raw
    for index in raw.indices where saved[index].economy?.isPredicted == true { held[index] = raw[index - 1] }
    let start = try #require(saved.firstIndex { $0.economy?.step == .alternateFrames })
    let predicted = saved[start...].count { $0.economy?.isPredicted == true }
    #expect(predicted > (180 - start) * 2 / 5)
    func error(_ track: [[SIMD2<Double>]]) -> Double { MovingHand.faults(track, raw: raw, path, from: start).error }
    print("\(path): every frame \(error(raw)) % of a palm, every second \(error(shown)), held \(error(held))")
    // A hand that stops and starts is foreseen worse.
    let share = path == .medium ? 0.4 : 0.8
    #expect(error(shown) < error(raw) + share * (error(held) - error(raw)))
    #expect(saved.allSatisfy { $0.hands.first?.track?.id == 1 })
  }

  @Test func `results say which step each frame was at, and what ran`() throws {
    let frames = try MovingHand.frames(.rest, count: 150)
    let clock = FrameClock()
    let pipeline = try Self.pipeline(clock, numHands: 2)
    let free = try Self.results(pipeline, Array(frames[..<30]))
    #expect(free.allSatisfy { $0.economy == FrameEconomy(step: .full) })
    // A second hand is wanted, so that the palm detector runs in every frame.
    #expect(free.allSatisfy { $0.details?.ranPalmDetector == true })
    clock.set(milliseconds: 13)
    let late = try Self.results(pipeline, Array(frames[30...]))
    func results(at step: FrameEconomy.Step) -> [HandLandmarkerResult] { late.filter { $0.economy?.step == step } }
    let fewer = results(at: .fewerDetections)
    let detections = fewer.count { $0.details?.ranPalmDetector == true }
    #expect(abs(detections - fewer.count / 10) <= 1)
    #expect(!results(at: .fastPrecision).isEmpty)
    #expect(results(at: .alternateFrames).contains { $0.economy?.isPredicted == true })
    for result in late where result.economy?.isPredicted == true {
      #expect(result.economy?.step == .alternateFrames)
      #expect(result.details?.ranPalmDetector == false)
      #expect(result.hands.count == 1)
    }
    let full = try Self.results(Self.pipeline(clock, numHands: 2, budget: nil), frames)
    for (saved, full) in zip(late, full[30...]) where saved.economy?.isPredicted == false {
      let pairs = try zip(#require(saved.hands.first).landmarks, #require(full.hands.first).landmarks)
      let distance = pairs.map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? 0
      switch saved.economy?.step {
      case .full, .fewerDetections: #expect(distance == 0)
      // Fast precision moves landmarks, a little.
      default: #expect(distance > 0 && distance < 0.01)
      }
    }
    let alternate = results(at: .alternateFrames)
    let count = alternate.count { $0.details?.ranPalmDetector == true }
    #expect(abs(count - alternate.count / 10) <= 1)
  }

  @Test func `a fast hand is searched for in each frame`() throws {
    let source = try RenderedHands.image("Victory_right").converted(to: .rgb)
    let clock = FrameClock()
    clock.set(milliseconds: 100)
    let pipeline = try Self.pipeline(clock, model: HandModel(path: BundleFiles.handLandmarker))
    // It comes and goes, at some four palms a second once the task saves most.
    let frames = try (0..<150).map { index in
      // From where it rests.
      let offset = index < 100 ? 84 : Double(abs((index - 100) % 24 - 12)) * 14 - 84
      return (try source.moved(by: SIMD2(offset, 0), noiseSeed: UInt64(index)), 33 * index)
    }
    let results = try Self.results(pipeline, frames)
    #expect(results[80..<100].contains { $0.economy?.isPredicted == true })
    #expect(results[110...].allSatisfy { !$0.hands.isEmpty })
    #expect(results[110...].count { $0.economy?.isPredicted == true } <= 4)
  }

  @Test func `a task with a budget and a model of its own has networks in fast precision`() throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.runningMode = .video
    let plain = try HandLandmarker(options: options)
    options.tracking.frameBudget = .milliseconds(12)
    let budgeted = try HandLandmarker(options: options)
    #expect(budgeted.memoryFootprint.weightByteCount > plain.memoryFootprint.weightByteCount)
    options.runningMode = .image
    let still = try HandLandmarker(options: options)
    #expect(still.memoryFootprint.weightByteCount == plain.memoryFootprint.weightByteCount)
  }

  @Test func `a frame that throws is not followed by a predicted one, and gestures stay in those that are`() throws {
    let options = GestureRecognizerOptions()
    options.runningMode = .video
    options.numHands = 2
    options.tracking.frameBudget = .milliseconds(12)
    let clock = FrameClock()
    clock.set(milliseconds: 100)
    var settings = try HandSettings(options)
    settings.clock = clock.now
    let model = try HandModel(path: BundleFiles.gestureRecognizer)
    let pipeline = try RecognizerPipeline(
      model, #require(model.gestures), canned: ClassifierSettings(), custom: ClassifierSettings(), settings: settings,
      threads: ThreadPool(threadCount: 1))
    let picture = try RenderedHands.image("Victory_right")
    let thin = ImageRegion(centerX: 0.5, centerY: 0.5, width: 1e-30, height: 1)
    let faulty = try TaskFrame(MPImage(image: picture, search: .objects(in: [thin])), properties: InputProperties())
    var (result, predictedCount) = (GestureRecognizerResult(timestampInMilliseconds: 0), 0)
    for index in 0..<160 {
      if index % 10 == 9 {
        #expect(throws: TaskError.self) {
          try pipeline.process(faulty, isNext: true, timestamp: 33 * index, into: &result)
        }
        continue
      }
      try pipeline.process(TaskFrame(picture), isNext: true, timestamp: 33 * index, into: &result)
      let isPredicted = try #require(result.economy).isPredicted
      #expect(!isPredicted || index % 10 != 0)
      #expect(result.hands.first?.gesture?.name == "Victory")
      predictedCount += isPredicted ? 1 : 0
    }
    #expect(predictedCount > 20)
  }

  @Test func `times may be as far apart as numbers can be`() throws {
    let clock = FrameClock()
    let pipeline = try Self.pipeline(clock)
    let picture = try RenderedHands.image("Victory_right")
    let results = try Self.results(pipeline, [Int.min, -1, .max].map { (picture, $0) })
    #expect(results.allSatisfy { $0.hands.count == 1 })
  }

  @Test func `models that do not belong together are refused`() throws {
    let exact = try HandModel(path: BundleFiles.handLandmarker)
    let fast = try HandModel(path: BundleFiles.handLandmarker, precision: .fast)
    #expect(throws: TaskError.unpairedModels) { try HandModel(exact, fast: exact) }
    #expect(throws: TaskError.unpairedModels) { try HandModel(fast, fast: fast) }
  }

  @Test(arguments: [Duration.zero, .milliseconds(-1), .seconds(90_000)])
  func `a budget is above 0 and at most a day`(budget: Duration) throws {
    let options = HandLandmarkerOptions()
    options.tracking.frameBudget = budget
    let error = #expect(throws: TaskError.self) { try HandSettings(options) }
    #expect(error?.description.contains("tracking.frameBudget") == true)
  }
}
