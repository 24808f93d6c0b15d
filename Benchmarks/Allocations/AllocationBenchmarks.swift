import Foundation
import Mudra
import TensorRuntime

/// Allocations per frame after warm-up, counted in a child process in which they are traced.
enum AllocationBenchmarks {
  private static let warmUpCount = 10
  private static let frameCount = 20
  /// The option with which the child is started.
  static let childOption = "--traced-allocations"

  /// A line from the child.
  private struct Line: Codable {
    let title: String
    let mustBeNone: Bool
    let allocations: Double
    let bytes: Double
  }

  // MARK: Parent

  /// Starts the child and reads its counts.
  static func run(_ report: inout BenchmarkReport) throws {
    report.begin("Allocations of each frame after warm-up")
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    let settings = report.settings
    process.arguments = [childOption] + settings.arguments
    var environment = ProcessInfo.processInfo.environment
    environment["LD_PRELOAD"] = AllocationTrace.library
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return report.note("left out: glibc's mtrace is not there") }
    for text in data.split(separator: UInt8(ascii: "\n")) {
      let line = try JSONDecoder().decode(Line.self, from: Data(text))
      report.line(String(format: "  %@: %.1f allocations, %.0f bytes", line.title, line.allocations, line.bytes))
      // A new result consists of arrays, which have to be allocated; that of a network is in its session.
      report.add(
        Figure(
          "allocations of each frame: \(line.title)", line.allocations, "", promise: line.mustBeNone ? .atMost(0) : nil)
      )
    }
  }

  // MARK: Child

  private struct CannotCount: Error {}

  /// Prints a line for each kind of work.
  static func runChild(_ settings: BenchmarkSettings) throws {
    guard let trace = AllocationTrace() else { throw CannotCount() }
    for threads in settings.threadCounts {
      for network in try BenchmarkNetwork.all(settings) where settings.includes(network.name) {
        let runner = try network.runner(network.plans(), threads: threads)
        try count("\(network.name), \(Figure.threads(threads))", mustBeNone: true, trace) { try runner() }
      }
      for test in try RecognizerCase.all(settings, sizes: [(640, 480)]) where settings.includes(test.title) {
        let runner = try test.runner(.automatic, threads: threads)
        try count("\(test.title), \(Figure.threads(threads))", mustBeNone: false, trace, runner)
        guard test.isTracked else { continue }
        let reusing = try test.runner(.automatic, threads: threads, reusesResult: true)
        try count("\(test.title), result used again, \(Figure.threads(threads))", mustBeNone: true, trace, reusing)
      }
      try countManyPalms(settings, threads: threads, trace)
      try countRefined(settings, threads: threads, trace)
    }
    try countMotions(settings, trace)
  }

  /// A frame of two hands that move, in which motions of one hand and of two are looked for and none is recognized.
  private static func countMotions(_ settings: BenchmarkSettings, _ trace: AllocationTrace) throws {
    let title = "motions, frame of two hands"
    guard settings.includes(title) else { return }
    func part(_ motion: Int) -> MotionModel.Part {
      let network = MotionNetwork(
        seed: 1, means: [Float](repeating: 0, count: MotionFeatures.count),
        scales: [Float](repeating: 1, count: MotionFeatures.count),
        weights: [[Float](repeating: 0, count: RandomLayer.count + 1)])
      return MotionModel.Part(motions: [motion], network: network, curve: [], windows: [0.2, 0.3], leastExtent: 0)
    }
    let model = MotionModel(
      motions: (1...2).map { .init(name: "\($0)", handCount: $0, durations: 0.2...0.3, extent: 1) },
      oneHand: part(0), twoHands: part(1))
    var motions = HandMotions(model: model, thresholds: (0.5, 0.5))
    var frames = (0..<warmUpCount + frameCount).map { frame in
      [Float(0.2), 0.6].map { x in
        let landmarks = (0..<21).map {
          NormalizedLandmark(x: x + 0.01 * Float(frame) + 0.02 * Float($0 % 4), y: 0.4 + 0.02 * Float($0), z: 0)
        }
        return DetectedHand(
          side: .right, landmarks: landmarks, track: HandTrack(id: x < 0.5 ? 1 : 2, age: 1, isFollowed: true))
      }
    }[...]
    var time = 0
    try count(title, mustBeNone: true, trace) {
      time += 33
      let events = motions.update(frames.removeFirst(), aspectRatio: 1, at: time)
      guard events.isEmpty else { throw CannotCount() }
    }
  }

  /// A frame in which nearly every anchor is a candidate for a palm.
  private static func countManyPalms(_ settings: BenchmarkSettings, threads: Int, _ trace: AllocationTrace) throws {
    try countFrame("frame with hundreds of palms", settings, threads: threads, trace) { options in
      options.minHandDetectionConfidence = 1e-4
    }
  }

  /// A frame whose hands have identities, are smoothed and reported with details and reliability.
  private static func countRefined(_ settings: BenchmarkSettings, threads: Int, _ trace: AllocationTrace) throws {
    try countFrame("frame of smoothed tracks", settings, threads: threads, trace) { options in
      options.tracking.assignsIdentities = true
      options.tracking.smoothing = SmoothingOptions()
      options.tracking.handednessFrames = 30
      options.tracking.predictsRegion = true
      options.tracking.frameBudget = .seconds(1)
      options.details = [.hands, .removed, .reliability, .motion, .skeleton]
    }
  }

  /// A frame of two hands, with up to three requested, into a reused result; it must not allocate.
  private static func countFrame(
    _ name: String, _ settings: BenchmarkSettings, threads: Int, _ trace: AllocationTrace,
    _ change: (HandLandmarkerOptions) -> Void
  ) throws {
    let title = "hand landmarker, \(name), result used again, \(Figure.threads(threads))"
    guard settings.includes(title) else { return }
    let options = HandLandmarkerOptions()
    options.runningMode = .video
    options.baseOptions.numThreads = threads
    options.numHands = 3
    change(options)
    let task = try HandLandmarker(options: options)
    let image = try settings.picture(handCount: 2, width: 640, height: 480).image
    var result = HandLandmarkerResult(timestampInMilliseconds: 0)
    var time = 0
    try count(title, mustBeNone: true, trace) {
      time += 33
      try task.detect(videoFrame: image, timestampInMilliseconds: time, into: &result)
    }
  }

  private static func count(
    _ title: String, mustBeNone: Bool, _ trace: AllocationTrace, _ body: () throws -> Void
  ) throws {
    for _ in 0..<warmUpCount { try body() }
    let count = try trace.count {
      for _ in 0..<frameCount { try body() }
    }
    let line = Line(
      title: title, mustBeNone: mustBeNone, allocations: Double(count.allocations) / Double(frameCount),
      bytes: Double(count.bytes) / Double(frameCount))
    FileHandle.standardOutput.write(try JSONEncoder().encode(line) + Data("\n".utf8))
  }
}
