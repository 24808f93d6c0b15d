import Mudra
import MudraPlatform
import TensorRuntime

/// A recognizer in video mode that is fed with the clip, and must give the same results in each round.
struct VideoSoak {
  private let recognizer: GestureRecognizer
  /// The last result for each frame of the clip.
  private var lastRound: [GestureRecognizerResult?]

  /// Latencies since the last report.
  var latencies = LatencyHistogram()
  /// Frames that have been answered.
  private(set) var answeredCount = 0
  /// Frames whose result differs from that of the previous round.
  private(set) var changedCount = 0

  /// A recognizer of one hand that shares a model.
  init(_ model: HandModel) throws {
    let options = GestureRecognizerOptions()
    options.runningMode = .video
    recognizer = try GestureRecognizer(model: model, options: options)
    lastRound = Array(repeating: nil, count: SoakClip.count)
  }

  /// Processes a frame.
  mutating func process(_ clip: SoakClip, _ index: Int) throws {
    let image = clip.frame(index)
    let start = MonotonicClock.nanoseconds()
    let result = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: SoakClip.time(index))
    latencies.add(milliseconds: Double(MonotonicClock.nanoseconds() - start) / 1e6)
    answeredCount += 1
    // No hand is tracked into the first round; those of the last frame are tracked into each later one.
    if index >= 2 * SoakClip.count, let before = lastRound[index % SoakClip.count] {
      changedCount += result.hands == before.hands ? 0 : 1
    }
    lastRound[index % SoakClip.count] = result
  }
}
